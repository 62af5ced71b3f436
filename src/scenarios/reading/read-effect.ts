import { checkPatchedAnswers } from './check-answers.js';
import { checkPatchPlaces } from './check-patch-places.js';
import { millisecondsOf } from '../duration.js';
import { readAnswers } from './read-answer.js';
import { refuse, refuseFraming, type ReadContext } from './read-context.js';
import { maxDelayMs, type Delay, type EffectTemplate, type HeaderChange, type Patch } from '../scenario.js';
import { faultFrom } from '../faults/registry.js';
import type { EffectFields, HeaderFields, PatchFields } from '../schema/scenario-file.js';

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
  const { status, body, text, base64 } = fields.answer ?? {};
  if (body === undefined && text === undefined && base64 === undefined)
    checkPatchPlaces(patches, status, `${at}/patch`, context);
  if (!answers) checkPatchedAnswers(patches, `${at}/patch`, context);
  return {
    answerFor: answers,
    patches: answers ? [] : patches,
    headers: readHeaders(fields.headers, at, context),
    delay: fields.delay === undefined ? undefined : readDelay(fields.delay, `${at}/delay`, context),
    spendQuota: fields.quota === 'spent',
    fault: fields.fault === undefined ? undefined : faultFrom(fields.fault),
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
  const delay = typeof fields === 'string' ? readPlainDelay(fields) : undefined;
  const read: Delay =
    delay ??
    (typeof fields === 'string'
      ? { kind: 'fixed', ms: 0 }
      : {
          kind: 'lognormal',
          medianMs: millisecondsOf(fields.median),
          sigma: fields.sigma,
          maxMs: millisecondsOf(fields.max),
        });
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
