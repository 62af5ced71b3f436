import type { AppliedScenario } from '../../journal/journal-entry.js';
import { applyPatches } from '../../scenarios/apply-patches.js';
import { markerHeaders } from '../../scenarios/channels.js';
import type { Effect, HeaderChange } from '../../scenarios/scenario.js';
import { byteLength, jsonOf, type MockResponse } from '../exchange/response.js';

/** The effect of scenarios on one exchange. */
export interface PlannedScenario {
  readonly effect: Effect;
  readonly applied: AppliedScenario;
}

/** Applies a scenario to a response: patches its body, changes its headers, and adds the marker headers. */
export function changeResponse(response: MockResponse, { effect, applied }: PlannedScenario): MockResponse {
  const success = response.status >= 200 && response.status < 300;
  const patched =
    effect.patches.length > 0 && success && response.isJson ? patch(response, effect) : response;
  const headers = changeHeaders(patched.headers, effect.headers);
  const [name, scenario, channelName, channel] = markerFields(applied);
  return { ...patched, headers: { ...headers, [name]: scenario, [channelName]: channel } };
}

/** The marker headers of a response that scenarios changed, names and values in turn. */
export function markerFields(applied: AppliedScenario): [string, string, string, string] {
  return [markerHeaders.scenario, markerOf(applied), markerHeaders.channel, applied.channel];
}

function markerOf({ names, step }: PlannedScenario['applied']): string {
  const text = step === '' ? names.join(', ') : `${names.join(', ')}; ${step}`;
  // A header holds visible ASCII; a label from a file may hold more.
  return text.replace(/[^\x20-\x7e]/g, '?');
}

function patch(response: MockResponse, effect: Effect): MockResponse {
  const json = applyPatches(jsonOf(response), effect.patches);
  const body = json === undefined ? '' : JSON.stringify(json);
  const { status, headers } = response;
  return { status, headers, isJson: json !== undefined, body, size: byteLength(body) };
}

function changeHeaders(
  headers: MockResponse['headers'],
  changes: readonly HeaderChange[],
): Record<string, string> {
  let pairs = Object.entries(headers);
  for (const { name, value } of changes) {
    pairs = pairs.filter(([known]) => known.toLowerCase() !== name.toLowerCase());
    if (value !== undefined) pairs.push([name, value]);
  }
  return Object.fromEntries(pairs);
}
