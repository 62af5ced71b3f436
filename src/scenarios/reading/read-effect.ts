import { schemaParts } from '../../contract/schema/resolve-schema.js';
import { checkPatchedAnswers } from './check-answers.js';
import { millisecondsOf } from '../duration.js';
import { hasOwnBody, readAnswers } from './read-answer.js';
import { refuse, refuseFraming, type ReadContext } from './read-context.js';
import {
  maxDelayMs,
  type CallbackTemplate,
  type Delay,
  type EffectTemplate,
  type HeaderChange,
  type Patch,
} from '../scenario.js';
import { faultFrom } from '../faults/registry.js';
import type { EffectFields, HeaderFields, PatchFields } from '../schema/scenario-file.js';
import { fromPointer, toPointer } from '../../contract/json-pointer.js';
import type { OpenApiDocument, Schema, SchemaObject } from '../../contract/openapi.js';
import { jsonMediaType, responseFor, type Operation } from '../../contract/operations.js';

/** @param at JSON pointer of the step in the file; empty for the top */
export function readEffect(fields: EffectFields, at: string, context: ReadContext): EffectTemplate {
  const patches = (fields.patch ?? []).map((patch, index) =>
    readPatch(patch, `${at}/patch/${index}`, context),
  );
  if (fields.answer && fields.quota)
    refuse(context, `${at}/quota`, "can't stand beside answer: it is an answer itself, the document's 429");
  if (fields.quota && fields.patch)
    refuse(context, `${at}/patch`, "can't stand beside quota; use an answer with status 429");
  const answers = fields.answer && readAnswers(fields.answer, patches, at, context);
  if (!fields.answer || !hasOwnBody(fields.answer))
    checkPatchPlaces(patches, fields.answer?.status, `${at}/patch`, context);
  if (!answers) checkPatchedAnswers(patches, `${at}/patch`, context);
  return {
    answerFor: answers,
    patches: answers ? [] : patches,
    headers: readHeaders(fields.headers, at, context),
    delay: fields.delay === undefined ? undefined : readDelay(fields.delay, `${at}/delay`, context),
    spendQuota: fields.quota === 'spent',
    fault: fields.fault === undefined ? undefined : faultFrom(fields.fault),
    callbacks: fields.callbacks && readCallbacks(fields.callbacks, `${at}/callbacks`, context),
  };
}

function readCallbacks(
  fields: NonNullable<EffectFields['callbacks']>,
  at: string,
  context: ReadContext,
): CallbackTemplate {
  const { lost = false, copies = 1, attempts, cut = 0, signature = 'valid', delay, wait } = fields;
  return {
    ...{ lost, copies, attempts, cut, signature },
    delay: delay === undefined ? undefined : readDelay(delay, `${at}/delay`, context),
    waitMs: wait === undefined ? undefined : Math.min(maxDelayMs, millisecondsOf(wait)),
  };
}

const companions: Record<Patch['kind'], readonly (keyof PatchFields)[]> = {
  set: ['value'],
  remove: [],
  append: ['value'],
  repeat: ['length', 'unique'],
  limit: ['length'],
  convert: ['type'],
  rename: ['name'],
};

function readPatch(fields: PatchFields, at: string, context: ReadContext): Patch {
  const names = Object.keys(fields) as (keyof PatchFields)[];
  const kinds = (Object.keys(companions) as Patch['kind'][]).filter((kind) => names.includes(kind));
  const [kind = 'remove'] = kinds;
  if (kinds.length !== 1)
    refuse(
      context,
      at,
      `must have exactly one of ${Object.keys(companions).join(', ')}, got ${names.join(', ')}`,
    );
  const stray = names.filter((name) => name !== kind && !companions[kind].includes(name));
  if (kinds.length === 1 && stray[0] !== undefined)
    refuse(context, `${at}/${stray[0]}`, `means nothing for ${kind}`);
  const { value, length = 0, unique = [], type = 'string', name = '' } = fields;
  const pointer = fields[kind] ?? '';
  if (kind === 'set' || kind === 'append') return { kind, pointer, value };
  if (kind === 'repeat') return { kind, pointer, length, unique };
  if (kind === 'limit') return { kind, pointer, length };
  if (kind === 'convert') return { kind, pointer, type };
  return kind === 'rename' ? { kind, pointer, name } : { kind, pointer };
}

function readHeaders(fields: HeaderFields = {}, at: string, context: ReadContext): HeaderChange[] {
  const removed = (fields.remove ?? []).map((name) => ({ name, value: undefined }));
  const set = Object.entries(fields.set ?? {}).map(([name, value]) => ({ name, value }));
  refuseFraming([...removed, ...set], `${at}/headers`, context);
  return [...removed, ...set];
}

function readDelay(fields: NonNullable<EffectFields['delay']>, at: string, context: ReadContext): Delay {
  const read: Delay =
    typeof fields === 'string'
      ? readPlainDelay(fields)
      : {
          kind: 'lognormal',
          medianMs: millisecondsOf(fields.median),
          sigma: fields.sigma,
          maxMs: millisecondsOf(fields.max),
        };
  if (longestOf(read) > maxDelayMs) refuse(context, at, `must not be longer than ${maxDelayMs / 1000}s`);
  if (read.kind === 'range' && read.fromMs > read.toMs)
    refuse(context, at, 'must go from the shorter wait to the longer');
  if (read.kind === 'lognormal' && read.medianMs > read.maxMs)
    refuse(context, `${at}/median`, 'must not be above max');
  return read;
}

function readPlainDelay(text: string): Delay {
  const [from = text, to] = text.split('..');
  if (to === undefined) return { kind: 'fixed', ms: millisecondsOf(from) };
  return { kind: 'range', fromMs: millisecondsOf(from), toMs: millisecondsOf(to) };
}

function longestOf(delay: Delay): number {
  if (delay.kind === 'fixed') return delay.ms;
  return delay.kind === 'range' ? delay.toMs : delay.maxMs;
}

/**
 * Refuses a patch whose pointer leads nowhere in any answer that it could meet: it would silently do nothing. Places that
 * an earlier patch makes are known; a `set` may make the last step of its pointer.
 *
 * @param status of a forced answer; undefined where the patches change real successes
 * @param at JSON pointer of the patches in the file
 */
function checkPatchPlaces(
  patches: readonly Patch[],
  status: number | undefined,
  at: string,
  context: ReadContext,
): void {
  if (context.checked) return;
  const schemas = context.operations.flatMap((operation) => answerSchemas(operation, status));
  if (schemas.length === 0) return;
  const { document } = context.contract;
  const made: string[] = [];
  patches.forEach((patch, index) => {
    const { kind, pointer } = patch;
    const segments = fromPointer(pointer);
    const known = kind === 'set' ? segments.slice(0, -1) : segments;
    const isMade = made.some((place) => pointer === place || pointer.startsWith(`${place}/`));
    if (!isMade && !schemas.some((schema) => mayLead(document, schema, known)))
      refuse(
        context,
        `${at}/${index}/${kind}`,
        `leads nowhere: no answer of ${namesOf(context.operations)} has ${pointer}`,
      );
    if (kind === 'rename') made.push(toPointer([...segments.slice(0, -1), patch.name]));
    else if (kind === 'set' || kind === 'append') made.push(pointer);
  });
}

function namesOf(operations: readonly Operation[]): string {
  const [first, ...others] = operations.map(({ id }) => id);
  return others.length === 0 ? (first ?? '') : `${first ?? ''} and ${others.length} more operations`;
}

function answerSchemas(operation: Operation, status: number | undefined): Schema[] {
  const responses =
    status === undefined
      ? [...operation.responses].filter(([code]) => /^(2|default)/.test(code)).map(([, response]) => response)
      : [responseFor(operation, status)];
  return responses.flatMap((response) => {
    const { content } = response?.value ?? {};
    if (!content) return [];
    return [content[jsonMediaType(content) ?? '']?.schema ?? true];
  });
}

/** Tells whether a value of the schema may have the place. What a schema leaves open may be there. */
function mayLead(document: OpenApiDocument, schema: Schema, segments: readonly string[]): boolean {
  const [segment, ...rest] = segments;
  if (segment === undefined) return true;
  const parts = schemaParts(document, [schema]);
  const further = parts.flatMap((part) => stepsOf(part, segment));
  if (further.length > 0) return further.some((next) => mayLead(document, next, rest));
  return parts.every((part) => !isClosed(part));
}

function stepsOf(part: SchemaObject, segment: string): readonly Schema[] {
  const own = part.properties;
  if (own && Object.hasOwn(own, segment)) return [own[segment] ?? true];
  const isIndex = segment === '*' || /^\d+$/.test(segment);
  return isIndex && part.items !== undefined ? [part.items] : [];
}

/** Tells whether the schema says what there is, so that anything else is a mistake. */
function isClosed({ type, properties, items, ...part }: SchemaObject): boolean {
  if (part.patternProperties !== undefined || part.prefixItems !== undefined) return false;
  if (part.additionalProperties !== undefined && part.additionalProperties !== false) return false;
  const plain = [type ?? []].flat();
  const isScalar = plain.length > 0 && !plain.some((one) => one === 'object' || one === 'array');
  return properties !== undefined || items !== undefined || isScalar;
}
