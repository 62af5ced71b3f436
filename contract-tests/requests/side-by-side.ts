import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { unknownKey } from '../../src/conformance/cases/credentials/credential.js';
import { randomElement } from '../../src/contract/seeded-random.js';
import { formatLevel } from '../../src/conformance/cases/bodies/mutated-bodies.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { withJson } from '../../src/conformance/cases/request.js';
import type { Operation } from '../../src/contract/operations.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { withWeight } from '../rates/shipments/same-shipment.js';

/** Requests that go out at once, and how many times. */
const size = 16;
const rounds = 2;

/** One kind of request, and what it must get; none where an operation has no such request. */
type Kind = (planner: Planner, operation: Operation, turn: string) => CaseDraft | undefined;

/** Statuses with which a server may reject values that only the authors of another document chose. */
const rejected = [400, 403, 404, 409, 422];

const valid: Kind = (planner, operation, turn) => {
  // A request that removes a thing is sent once, after all others.
  if (operation.method === 'delete') return undefined;
  const isRated = planner.stated.own && operation.id === 'getShippingRates';
  const request = planner.request(operation);
  return {
    detail: `valid-${turn}`,
    title: 'a valid request',
    operation,
    // Two shipments in turn, because the response to one must not go to the other.
    request: isRated && isSecond(turn) ? withJson(request, withWeight(planner.body(operation), 11)) : request,
    accept: [...planner.successStatuses(operation), ...(planner.stated.own ? [] : rejected)],
  };
};

/** Valid shipments are three places apart. */
function isSecond(turn: string): boolean {
  return Math.floor(Number(turn.split('-')[1]) / 6) % 2 === 1;
}

const invalid: Kind = (planner, operation, turn) => {
  const stated = planner.mutations(operation).filter(({ level }) => level === 'MUST');
  if (stated.length === 0) return undefined;
  const { body, base, later, title, problem } = randomElement(
    planner.random(`${operation.id} ${turn}`),
    stated,
  );
  return {
    detail: `invalid-${turn}`,
    title,
    operation,
    request: withJson(planner.request(operation), body),
    accept: planner.rejectionStatuses,
    problems: [problem],
    ...(later !== false && { control: base }),
    ...formatLevel(planner, problem),
  };
};

const withoutKey: Kind = (planner, operation, turn) => {
  if (!planner.guarded.includes(operation)) return undefined;
  return {
    detail: `no-key-${turn}`,
    title: 'without a key',
    operation,
    request: planner.requestWithoutKey(operation),
    accept: planner.unauthorizedStatuses,
  };
};

const withUnknownKey: Kind = (planner, operation, turn) => {
  if (!planner.guarded.includes(operation)) return undefined;
  const bare = planner.requestWithoutKey(operation);
  return {
    detail: `unknown-key-${turn}`,
    title: 'with an unknown key',
    operation,
    request: planner.keyed(operation, bare, unknownKey(planner.keys.valid)),
    accept: planner.unauthorizedStatuses,
  };
};

const kinds: readonly Kind[] = [valid, invalid, withoutKey, valid, invalid, withUnknownKey];

export default rule({
  title: 'Requests that are sent side by side get each its own response.',
  level: 'MUST',
  section: '7',
  sentence: '200: Request completed. 400: Invalid request parameters. 401: Missing or invalid API key.',
  expected: ['the status that the request gets when it is sent alone'],
  inOtherDocuments: { quotes: 'responses' },
  appliesTo: { document: 'any' },
  hasControls: true,
  priority: 4,
  cases: (planner) =>
    Array.from({ length: rounds }, (_, round) => round + 1).flatMap((round) => {
      const drafts = Array.from({ length: kinds.length * size }, (_, index) =>
        drafted(planner, round, index),
      );
      const sent = drafts.filter((draft) => draft !== undefined).slice(0, size);
      return sent.map((draft) => ({
        ...draft,
        title: `${draft.title}, side by side with ${sent.length - 1} others`,
        together: `side by side ${round}`,
      }));
    }),
});

/** Operations in turn, and each with one kind of request after the other. */
function drafted(planner: Planner, round: number, index: number): CaseDraft | undefined {
  const { statedOperations: operations } = planner;
  const operation = operations[index % operations.length];
  const kind = kinds[(Math.floor(index / operations.length) + round) % kinds.length];
  return operation && kind?.(planner, operation, `${round}-${index}`);
}
