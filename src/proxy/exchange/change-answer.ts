import type { OutgoingHttpHeaders } from 'node:http';
import { BodyDecoder } from '../../conformance/target/decode-body.js';
import { isJsonMediaType } from '../../contract/operations.js';
import { applyPatches } from '../../scenarios/apply-patches.js';
import { markerFields } from '../../mock/scenarios/change-response.js';
import type { PlannedScenario } from '../../mock/scenarios/change-response.js';
import type { HeaderChange } from '../../scenarios/scenario.js';
import { fieldOf, withoutField } from '../headers/end-to-end.js';
import type { ResponseHead } from './outcome.js';

/** Tells whether a scenario must see the whole body of a response. */
export function needsWholeBody({ effect }: PlannedScenario, { status }: ResponseHead): boolean {
  return effect.fault !== undefined || (effect.patches.length > 0 && status >= 200 && status < 300);
}

/** The fields of a response after a scenario's changes, with the marker headers. */
export function changedFields(fields: readonly string[], { effect, applied }: PlannedScenario): string[] {
  return [...effect.headers.reduce(changeField, [...fields]), ...markerFields(applied)];
}

function changeField(fields: string[], { name, value }: HeaderChange): string[] {
  const kept = withoutField(fields, name.toLowerCase());
  return value === undefined ? kept : [...kept, name, value];
}

/** A body after a scenario's patches, and the fields that describe it. */
export async function patchBody(
  { status, fields }: ResponseHead,
  body: Buffer,
  { effect }: PlannedScenario,
): Promise<{ readonly fields: readonly string[]; readonly body: Buffer }> {
  const isSuccess = status >= 200 && status < 300;
  const isJson = isJsonMediaType(fieldOf(fields, 'content-type') ?? '');
  if (effect.patches.length === 0 || !isSuccess || !isJson || body.length === 0) return { fields, body };
  const json = await jsonOf(body, fieldOf(fields, 'content-encoding'));
  if (json === undefined) return { fields, body };
  const patched = applyPatches(json.value, effect.patches);
  const bytes = Buffer.from(patched === undefined ? '' : JSON.stringify(patched));
  const described = withoutField(withoutField(fields, 'content-encoding'), 'content-length');
  return { fields: [...described, 'Content-Length', String(bytes.length)], body: bytes };
}

/** Undefined for what is no JSON after all. */
async function jsonOf(body: Buffer, encoding: string | undefined): Promise<{ value: unknown } | undefined> {
  const decoded = await new BodyDecoder().decode(body, encoding);
  if (decoded.problem !== undefined || decoded.notRead !== undefined) return undefined;
  try {
    return { value: JSON.parse(decoded.body.toString()) as unknown };
  } catch {
    return undefined;
  }
}

/** Fields by name, repeated ones as a list: the form in which a fault sends them. */
export function fieldsByName(fields: readonly string[]): OutgoingHttpHeaders {
  const byName: Record<string, string[]> = {};
  const written = new Map<string, string>();
  for (let index = 0; index < fields.length; index += 2) {
    const [given = '', value = ''] = [fields[index], fields[index + 1]];
    const name = written.get(given.toLowerCase()) ?? given;
    written.set(given.toLowerCase(), name);
    byName[name] = [...(byName[name] ?? []), value];
  }
  return Object.fromEntries(
    Object.entries(byName).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}
