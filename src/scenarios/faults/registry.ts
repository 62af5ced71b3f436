import { close } from './close.js';
import type { FaultKind, OptionValues } from './fault.js';
import type { FaultWire } from './fault-wire.js';
import { garbage } from './garbage.js';
import { headersThenNothing } from './headers-then-nothing.js';
import { malformedJson } from './malformed-json.js';
import { neverAnswer } from './never-answer.js';
import { reset } from './reset.js';
import { slowDrip } from './slow-drip.js';
import { truncatedBody } from './truncated-body.js';
import { wrongContentLength } from './wrong-content-length.js';

/** Every way of breaking the connection, in the order of lists and tables. */
export const faultKinds = [
  reset,
  close,
  neverAnswer,
  headersThenNothing,
  truncatedBody,
  slowDrip,
  garbage,
  malformedJson,
  wrongContentLength,
] as const;

type AnyKind = (typeof faultKinds)[number];
type FaultOf<Kind> =
  Kind extends FaultKind<infer Name, infer Options> ? { readonly kind: Name } & OptionValues<Options> : never;

/** A break of the connection: a kind with all its options. */
export type Fault = FaultOf<AnyKind>;

const byKind: ReadonlyMap<string, FaultKind> = new Map(faultKinds.map((kind) => [kind.kind, kind]));

/** A kind by its name, which may come from a journal; undefined where there is none of that name. */
export function faultKind(name: string | null | undefined): FaultKind | undefined {
  return byKind.get(name ?? '');
}

/** The fault that a scenario file asks for, with the default of every option that it leaves out. */
export function faultFrom(
  fields: Fault['kind'] | ({ readonly kind: Fault['kind'] } & Partial<Fault>),
): Fault {
  const given = typeof fields === 'string' ? { kind: fields } : fields;
  const options = Object.entries(faultKind(given.kind)?.options ?? {});
  const defaults = Object.fromEntries(options.map(([name, schema]) => [name, schema.default]));
  return { ...defaults, ...given } as Fault;
}

/** Sends a response the way that a fault breaks it, and resolves when that is over. */
export async function breakConnection(fault: Fault, wire: FaultWire, body: Uint8Array): Promise<void> {
  await faultKind(fault.kind)?.send(wire, body, fault);
}
