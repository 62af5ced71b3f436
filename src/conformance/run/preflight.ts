import type { Operation } from '../../contract/operations.js';
import type { Case } from '../cases/case.js';
import type { Planner } from '../cases/planner.js';
import type { NameOption } from '../option-name.js';
import { mayWrite } from '../cases/writes.js';
import { firstOf } from '../counting.js';
import { printableLine, printableName } from '../printable.js';
import { header, statusOf } from '../target/exchange.js';
import type { Exchange, NoResponse, TargetResponse } from '../target/exchange.js';
import { isTlsError } from '../target/network-error.js';
import type { Sender } from '../target/sender.js';
import { caseOf } from './plan.js';
import { whyUnproven } from './verdict/unproven.js';

/** One valid request to each of the first operations, those that only read; operations that the specification states come before assumed ones. */
export function preflightCases(planner: Planner): Case[] {
  const { stated } = planner;
  const operations = stated.contract.operations.filter(
    (operation) => !planner.withoutRequest.includes(operation) && !planner.unproven.has(operation),
  );
  const reading = operations.filter(
    (operation) => !mayWrite(planner.requestWithoutKey(operation), operation),
  );
  const usable = reading.length === 0 && planner.allowWrites ? operations : reading;
  const first = usable.filter((operation) => stated.levelOf(operation) === 'MUST');
  return plainFirst(first.length > 0 ? first : usable)
    .slice(0, 5)
    .map((operation, index) => {
      const request = planner.request(operation);
      const draft = { detail: String(index), title: 'a valid request', operation, request, accept: [] };
      return caseOf({ id: 'preflight', level: 'MUST' }, draft, planner);
    });
}

/** Those whose paths need no id come first. */
function plainFirst(operations: readonly Operation[]): Operation[] {
  const isOpen = ({ path }: Operation): number => (path.includes('{') ? 1 : 0);
  return [...operations].sort((a, b) => isOpen(a) - isOpen(b));
}

/**
 * Why a target can't be judged at all: a wrong address or key is one sentence, not hundreds of failures.
 *
 * @param exchanges one valid request to each operation
 * @returns undefined when the run makes sense
 */
export function whyNotJudged(
  exchanges: readonly Exchange[],
  planner: Planner,
  target: string,
  nameOption: NameOption,
): string | undefined {
  const first = exchanges[0];
  if (first === undefined)
    return (whyUnproven(planner, { partial: false, nameOption }) ?? planner.operations.length === 0)
      ? 'The document has no operation that this level judges.'
      : `Every operation of the document may change data: let the suite send such requests with ${nameOption('allowWrites')}.`;
  const silent = exchanges.map(({ outcome }) => outcome).filter((outcome) => outcome.kind === 'no response');
  // A server that sends something which isn't HTTP has failed; it is no reason to stop.
  const nothingArrived = silent.every(({ begun, code }) => !begun && !code.startsWith('HPE_'));
  if (silent.length === exchanges.length && nothingArrived) return unreachable(silent[0], target);
  const statuses = exchanges.map(statusOf);
  const all = (test: (status: number) => boolean) => statuses.every(test);
  // Ids that the document shows as examples may not exist.
  const isPlain = exchanges.some(({ case: item }) => item.operation?.path.includes('{') === false);
  if (isPlain && all((status) => status === 404))
    return `${target} answers 404 to every operation: the URL must be the base address that the paths of the document follow, such as https://host/api/v1/developer.`;
  if (all((status) => status >= 300 && status < 400))
    return `${target} redirects every request${redirection(first)}.`;
  if (all((status) => status === 429))
    return `${target} answers 429 to everything: wait until its rate limit allows requests again.`;
  if (all((status) => status === 401 || status === 403))
    return planner.keys.valid === undefined
      ? `${target} answers ${statuses[0] ?? 401} without a key: give one with ${nameOption('key')}${planner.stated.own ? '' : ` or ${nameOption('auth')}${schemesOf(planner)}`}.`
      : `${target} answers ${statuses[0] ?? 401} to every operation with the key that was given: it must be a valid key of this server.`;
  return undefined;
}

/** The security schemes of the document, of which a partner has a credential. */
function schemesOf({ stated }: Planner): string {
  const names = Object.keys(stated.contract.document.components?.securitySchemes ?? {}).map(printableName);
  if (names.length === 0) return '';
  return ` (its ${names.length === 1 ? 'scheme' : 'schemes'}: ${firstOf(names)})`;
}

function unreachable(silent: NoResponse | undefined, target: string): string {
  const reason = printableLine(silent?.reason ?? 'no response came');
  if (silent !== undefined && isTlsError(silent.code)) return `${target} can't be reached safely: ${reason}.`;
  if (silent?.code === 'TIMEOUT' || silent?.code === 'ECONNRESET')
    return `${target} accepts connections but gives no response: ${reason}.`;
  return `${target} can't be reached: ${reason}.`;
}

function redirection({ outcome }: Exchange): string {
  const location = outcome.kind === 'response' ? header(outcome, 'location') : undefined;
  return location === undefined
    ? ''
    : ` to ${printableLine(location)}; give that address if it is the right one`;
}

/** So often all requests are sent again before a target is said to answer everything alike: one that has just started may fail at first. */
const rounds = 3;

/**
 * Sends a target whose first answers are all the same a few requests more.
 *
 * @param first what the preflight's requests got
 * @returns why the target can't be judged, one sentence, when every response is the same
 */
export async function whySameAnswer(
  first: readonly Exchange[],
  planner: Planner,
  sender: Sender,
  target: string,
): Promise<string | undefined> {
  const exchanges = [...first];
  for (let round = 0; round < rounds; round += 1)
    for (const item of [nowhereCase(planner), ...preflightCases(planner)]) {
      if (!isSameAnswer(exchanges)) return undefined;
      exchanges.push(await sender.sendUnpaced(item));
    }
  const [{ outcome } = { outcome: undefined }] = exchanges;
  return outcome?.kind === 'response' && isSameAnswer(exchanges) ? sameAnswer(target, outcome) : undefined;
}

/** A request that no server answers as it answers valid ones. */
function nowhereCase(planner: Planner): Case {
  const request = {
    method: 'GET',
    path: '/drydock-no-such-path',
    headers: { Accept: '*/*', 'User-Agent': 'drydock-kit' },
  };
  const [guarded] = planner.guarded;
  const keyed =
    guarded === undefined || planner.keys.valid === undefined
      ? request
      : planner.keyed(guarded, request, planner.keys.valid);
  const draft = { detail: 'nowhere', title: 'a path that does not exist', request: keyed, accept: [] };
  return caseOf({ id: 'preflight', level: 'MUST' }, draft, planner);
}

/** Returns whether every response is the same: an error of the server whatever its body says, else each byte of the body. */
function isSameAnswer(exchanges: readonly Exchange[]): boolean {
  const responses = exchanges.map(({ outcome }) => outcome);
  const [first] = responses;
  if (first?.kind !== 'response') return false;
  return responses.every(
    (one) =>
      one.kind === 'response' &&
      one.status === first.status &&
      (one.status >= 500 || one.body.equals(first.body)),
  );
}

/** Why a target that gives every request the same response can't be judged, one sentence. */
function sameAnswer(target: string, { status }: TargetResponse): string {
  const cause =
    status >= 500
      ? 'the service itself may be down, or fail at its start'
      : 'the URL may be that of something else, such as a web page';
  return `${target} gives the same answer, with status ${status}, to everything, also at a path that does not exist: ${cause}.`;
}
