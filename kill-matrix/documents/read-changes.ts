import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { packageFile } from '../../src/contract/package-root.js';
import { jsonEqual } from '../../src/contract/schema/json-equal.js';
import { accepts, crashes, onEach, onReply, refuses, sharedEffects, type Effect } from './changes.js';
import { type Change, type Fault, type Fields, fieldsOf, type Reply } from './replies.js';

/** A row of `changes.yaml`, whose effect is in its fields, or else in the code of the service, by its name. */
interface Row {
  readonly name: string;
  readonly title: string;
  /** The statement of the document that a fault breaks. */
  readonly says?: string;
  /** Operations, `*` for all, and the status of the replies that are changed. */
  readonly at?: string;
  /** The field of the body that lists what is changed, or nothing where the body is the list. */
  readonly each?: string;
  /** Schemas that have such fields, of the body or the parameters, and nothing else. */
  readonly where?: Fields;
  readonly set?: Fields;
  readonly drop?: string;
  readonly status?: number;
  /** Null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Another reply; it is JSON where it has no headers. */
  readonly instead?: Partial<Reply>;
  /** Places of problems that pass, or crash with a body, or that are made up; and the keyword of the first two. */
  readonly accepts?: string;
  readonly crashes?: string;
  readonly refuses?: string;
  readonly keyword?: string;
  readonly body?: unknown;
  readonly delayMs?: number;
}

/** The faults and variants of a service. @param effects of those whose row says nothing of theirs */
export function readChanges(
  service: string,
  effects: Readonly<Record<string, Effect>>,
): { readonly faults: readonly Fault[]; readonly variants: readonly Change[] } {
  const file = packageFile('kill-matrix', 'documents', service, 'changes.yaml');
  const read = parse(readFileSync(file, 'utf8')) as { faults: Row[]; variants: Row[] };
  const known = { ...sharedEffects, ...effects };
  const changeOf = (row: Row): Fault => {
    const { name, title, says = '', delayMs } = row;
    const effect = known[name] ?? effectOf(row);
    return { name, title, says, ...(delayMs !== undefined && { delayMs }), ...effect };
  };
  return { faults: read.faults.map(changeOf), variants: read.variants.map(changeOf) };
}

function effectOf(row: Row): Effect {
  const { at = '', each, where, status, headers, instead, body } = row;
  const [, ids = at, ofStatus = '0'] = /^(.*) (\d+)$/.exec(at) ?? [];
  const keyword = new RegExp(row.keyword ?? '.');
  if (row.accepts !== undefined) return accepts(ids, new RegExp(row.accepts), keyword);
  if (row.crashes !== undefined) return crashes(ids, new RegExp(row.crashes), body, keyword);
  if (row.refuses !== undefined)
    return refuses(ids, row.refuses, (call) =>
      has(row.refuses?.startsWith('body') ? fieldsOf(call.body) : call.parameters, where),
    );
  const change = (fields: Fields): void => {
    if (!has(fields, where)) return;
    Object.assign(fields, structuredClone(row.set));
    if (row.drop !== undefined) Reflect.deleteProperty(fields, row.drop);
  };
  if (each !== undefined) return onEach(ids, each, change);
  return onReply(ids, Number(ofStatus), (reply) => {
    change(fieldsOf(reply.body));
    if (status !== undefined) reply.status = status;
    for (const [name, value] of Object.entries(headers ?? {}))
      if (value === null) Reflect.deleteProperty(reply.headers, name);
      else reply.headers[name] = value;
    if (body !== undefined) reply.body = body;
    if (instead !== undefined)
      Object.assign(reply, {
        headers: { 'content-type': 'application/json' },
        body: undefined,
        ...structuredClone(instead),
      });
  });
}

function has(fields: Readonly<Fields>, where: Fields = {}): boolean {
  return Object.entries(where).every(([name, value]) => jsonEqual(fields[name], value));
}
