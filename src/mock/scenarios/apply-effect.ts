import { applyPatches } from '../../scenarios/apply-patches.js';
import { markerHeaders } from '../../scenarios/channels.js';
import type { Effect, ForcedAnswer, HeaderChange } from '../../scenarios/scenario.js';
import { jsonAnswer, plainAnswer, valueOf } from '../answers.js';
import type { Answer, Exchange } from '../exchange.js';
import type { PlannedScenario } from './plan-scenario.js';
import { quotaSpent } from '../stages/spend-quota.js';

/** The answer that a scenario forces, without asking key, quota or body; undefined when it forces none. */
export function forcedAnswer(exchange: Exchange, { answer, spendQuota }: Effect): Answer | undefined {
  if (answer) return asAnswer(answer);
  if (!spendQuota) return undefined;
  const resetSeconds = exchange.mock.quota?.windowSeconds ?? 60;
  exchange.quota = { allowed: false, remaining: 0, resetSeconds };
  return quotaSpent(exchange, resetSeconds);
}

/** The answer as the scenario changes it: patched, with other headers, and marked with what was done and who asked. */
export function changedAnswer(answer: Answer, { effect, applied }: PlannedScenario): Answer {
  const success = answer.status >= 200 && answer.status < 300;
  const patched = effect.patches.length > 0 && success && answer.isJson ? patch(answer, effect) : answer;
  const headers = changeHeaders(patched.headers, effect.headers);
  return {
    ...patched,
    headers: {
      ...headers,
      [markerHeaders.scenario]: markerOf(applied),
      [markerHeaders.channel]: applied.channel,
    },
  };
}

function markerOf({ names, step }: PlannedScenario['applied']): string {
  const text = step === '' ? names.join(', ') : `${names.join(', ')}; ${step}`;
  // A header holds visible ASCII; a label from a file may hold more.
  return text.replace(/[^\x20-\x7e]/g, '?');
}

function patch(answer: Answer, effect: Effect): Answer {
  const json = applyPatches(valueOf(answer), effect.patches);
  const body = json === undefined ? '' : JSON.stringify(json);
  const { status, headers } = answer;
  return { status, headers, isJson: json !== undefined, body, size: Buffer.byteLength(body) };
}

function changeHeaders(headers: Answer['headers'], changes: readonly HeaderChange[]): Record<string, string> {
  let pairs = Object.entries(headers);
  for (const { name, value } of changes) {
    pairs = pairs.filter(([known]) => known.toLowerCase() !== name.toLowerCase());
    if (value !== undefined) pairs.push([name, value]);
  }
  return Object.fromEntries(pairs);
}

const made = new WeakMap<ForcedAnswer, Answer>();

function asAnswer(forced: ForcedAnswer): Answer {
  let answer = made.get(forced);
  if (!answer) {
    answer = makeAnswer(forced);
    made.set(forced, answer);
  }
  return answer;
}

function makeAnswer({ status, headers, content }: ForcedAnswer): Answer {
  if (!content) return plainAnswer(status, headers);
  if ('json' in content.body) return jsonAnswer(status, content.body.json, headers, content.mediaType);
  const type = /charset=|^(?!text\/)/.test(content.mediaType)
    ? content.mediaType
    : `${content.mediaType}; charset=utf-8`;
  return plainAnswer(status, { 'Content-Type': type, ...headers }, content.body.text);
}
