import type { OwnFields, RecordedBreak, RecordedScenario } from '../recorded-exchange.js';

type Fields = Readonly<Record<string, unknown>>;

const ends = ['finished', 'closed', 'reset', 'silent'] as const;

/** Reads an entry's `_drydock`, as far as it has the form that Drydock writes: whoever has a file can write anything there. */
export function readOwnFields(value: unknown): OwnFields | undefined {
  if (!isFields(value)) return undefined;
  const { id, sandbox, operation, scenario, broken, masked } = value;
  return {
    ...(typeof id === 'number' && { id }),
    ...(typeof sandbox === 'string' && { sandbox }),
    ...(typeof operation === 'string' && { operation }),
    scenario: scenarioOf(scenario),
    broken: breakOf(broken),
    ...(isTexts(masked) && { masked }),
  };
}

function scenarioOf(value: unknown): RecordedScenario | null {
  if (!isFields(value) || !isTexts(value.names)) return null;
  const { names, channel, step, fault } = value;
  return {
    names,
    channel: textOf(channel),
    step: textOf(step),
    fault: typeof fault === 'string' ? fault : null,
  };
}

function breakOf(value: unknown): RecordedBreak | null {
  if (!isFields(value)) return null;
  const end = ends.find((one) => one === value.end);
  const { head, status, contentLength } = value;
  if (end === undefined || typeof head !== 'boolean' || typeof status !== 'number') return null;
  return { head, end, status, ...(isLength(contentLength) && { contentLength }) };
}

/** Nobody keeps a larger body, and a scenario would be padded to it. */
const maxLength = 1024 * 1024;

function isLength(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maxLength;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
