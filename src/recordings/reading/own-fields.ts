import { levels } from '../../conformance/level.js';
import type { TrafficFinding } from '../../conformance/traffic/traffic-exchange.js';
import { areTexts, isObject, membersOf } from '../../contract/schema/json-equal.js';
import type { DeliveryView, ScenarioView } from '../../journal/describe-entry.js';
import type { OwnFields, RecordedBreak } from '../recorded-exchange.js';

export type Fields = Readonly<Record<string, unknown>>;

const ends = ['finished', 'closed', 'reset', 'silent'] as const;

/** Reads an entry's `_drydock`, as far as it has the form that Drydock writes: whoever has a file can write anything there. */
export function readOwnFields(value: unknown): OwnFields | undefined {
  if (!isObject(value)) return undefined;
  const { id, sandbox, operation, scenario, broken, masked, notJudged } = value;
  const findings = findingsOf(value.findings);
  const delivery = deliveryOf(value.delivery);
  return {
    ...(typeof id === 'number' && { id }),
    ...(typeof sandbox === 'string' && { sandbox }),
    ...(typeof operation === 'string' && { operation }),
    scenario: scenarioOf(scenario),
    broken: breakOf(broken),
    ...(delivery && { delivery }),
    ...(areTexts(masked) && { masked }),
    ...(findings && { findings }),
    ...(typeof notJudged === 'string' && { notJudged }),
  };
}

function scenarioOf(value: unknown): ScenarioView | null {
  if (!isObject(value) || !areTexts(value.names)) return null;
  const { names, channel, step, fault, changes } = value;
  return {
    names,
    channel: textOf(channel),
    step: textOf(step),
    fault: typeof fault === 'string' ? fault : null,
    changes: areTexts(changes) ? changes : [],
  };
}

/** Undefined where one of them has not the form in which a proxy writes it. */
function findingsOf(value: unknown): TrafficFinding[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const findings = value.flatMap((one: unknown): TrafficFinding[] => {
    const { about, rule, title, verdict, actual, pointer, ...rest } = membersOf(one);
    const level = levels.find((known) => known === rest.level);
    if (level === undefined || !areTexts([rule, title, actual])) return [];
    return [
      {
        ...{ about: about === 'request' ? 'request' : 'response', level, rule: textOf(rule) },
        ...{ title: textOf(title), verdict: verdict === 'FAIL' ? 'FAIL' : 'WARN', actual: textOf(actual) },
        pointer: typeof pointer === 'string' ? pointer : null,
      },
    ];
  });
  return findings.length === value.length ? findings : undefined;
}

function breakOf(value: unknown): RecordedBreak | null {
  if (!isObject(value)) return null;
  const end = ends.find((one) => one === value.end);
  const { head, status, contentLength } = value;
  if (end === undefined || typeof head !== 'boolean' || typeof status !== 'number') return null;
  return { head, end, status, ...(isLength(contentLength) && { contentLength }) };
}

const endings = ['complete', 'cut', 'closed', 'reset', 'held', 'left', 'timeout', 'shutdown', null] as const;

function deliveryOf(value: unknown): DeliveryView | undefined {
  const { firstByteMs, lastByteMs, headBytes, bodyBytes, ending } = membersOf(value);
  const end = endings.find((one) => one === ending);
  if (end === undefined || typeof headBytes !== 'number' || typeof bodyBytes !== 'number') return undefined;
  const timeOf = (ms: unknown): number | null => (typeof ms === 'number' ? ms : null);
  return {
    firstByteMs: timeOf(firstByteMs),
    lastByteMs: timeOf(lastByteMs),
    headBytes,
    bodyBytes,
    ending: end,
  };
}

/** Nobody keeps a larger body, and a scenario would be padded to it. */
const maxLength = 1024 * 1024;

export function isLength(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maxLength;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
