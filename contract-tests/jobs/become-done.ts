import { ExistingThings } from '../../src/conformance/cases/things/existing-things.js';
import { followUpsOf } from '../../src/conformance/cases/things/follow-ups.js';
import { newRequest } from '../../src/conformance/cases/new-request.js';
import { changed } from '../../src/conformance/cases/generate/body-nodes.js';
import { withJson } from '../../src/conformance/cases/request.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';
import { valueAt } from '../../src/contract/json-pointer.js';
import type { Operation } from '../../src/contract/operations.js';
import { objectIn, responseFields } from '../resources/steps/kept-fields.js';
import { visitAll, type ExistingThing } from '../resources/steps/existing-things.js';
import { keepsNothing, keepsThings } from '../resources/steps/memory.js';

/** The usual words for a state in which a job goes on, and for the one in which it has done what it was asked for. */
const going =
  /^(?:queued|pending|waiting|scheduled|accepted|submitted|started|running|processing|in[_-]?progress)$/i;
const finished = /^(?:done|completed?|finished|succeeded|success(?:ful)?|ready)$/i;

/** Operations at most that start a job. */
const maxMakers = 6;
/** Time for which a job is watched, where the document does not say when it is done. */
const usualMs = 4000;
/** Added to the time that the document states: a busy machine is late. */
const graceMs = 5000;
const longestMs = 20_000;

export default rule({
  title:
    'A job that was accepted goes on as its document says, and what it has made can be read once it is done.',
  level: 'MUST',
  section: 'document',
  sentence:
    'The 202 of an operation, the states of the job that its response names, and the links of that job.',
  expected: [
    'done within the time that a description states',
    'once it is done: a value and a thing for each link of the document',
    'once it is done: a progress of its maximum',
  ],
  inOtherDocuments: { quotes: 'responses' },
  appliesTo: { document: 'other' },
  async probe(session) {
    const { planner } = session;
    const makers = planner.operations
      .filter(({ method, responses }) => method === 'post' && responses.has('202'))
      .slice(0, maxMakers);
    if (makers.length === 0) return { skip: 'no operation of the document has a 202', notApplicable: true };
    if (!(await keepsThings(session))) return keepsNothing;
    const conclusions: Conclusion[] = [];
    const tried = new Set<Operation>();
    await visitAll(session, makers, async (thing) => {
      if (!makers.includes(thing.operation) || tried.has(thing.operation)) return;
      tried.add(thing.operation);
      for (const body of [undefined, await withTwo(session, thing.operation)].slice(0, 2))
        conclusions.push(...(await followed(session, thing, body)));
    });
    return conclusions;
  },
});

/** The usual body with two things in a list that names one; undefined where there is no such list. */
async function withTwo({ planner, context, send }: Session, operation: Operation): Promise<unknown> {
  const reference = new ExistingThings(planner)
    .referencesOf(operation)
    .find(({ path }) => path.at(-1) === '0');
  if (reference?.maker === undefined) return undefined;
  const ids: unknown[] = [];
  for (const title of ['one that a job is about', 'another one that it is about']) {
    const { maker } = reference;
    const request = newRequest(planner, maker);
    const made = await send({
      ...{ detail: title, title, operation: maker, request },
      accept: planner.successStatuses(maker),
    });
    const [id] =
      made && made.response.status < 300 ? followUpsOf(context.stated, made).map((one) => one.id) : [];
    ids.push(id);
  }
  // The last one that was made stands first in any request.
  const body = changed(planner.body(operation), reference.path.slice(0, -1), ids.toReversed());
  return ids.includes(undefined) || !planner.accepts(operation, body) ? undefined : body;
}

/** Starts one job and looks at it until it is done. */
async function followed(
  session: Session,
  { operation, values }: ExistingThing,
  body: unknown,
): Promise<Conclusion[]> {
  const { planner, context, send } = session;
  const title = body === undefined ? 'a valid request' : 'a valid request about two things';
  const request = newRequest(planner, operation, values);
  const made = await send({
    ...{ detail: title, title, operation, accept: planner.successStatuses(operation) },
    request: body === undefined ? request : withJson(request, body),
  });
  if (made?.response.status !== 202) return [];
  const read = followUpsOf(context.stated, made).find((one) => one.operation.method === 'get');
  const fields = Object.entries(
    read === undefined ? {} : responseFields(context.stated, read.operation, 200),
  );
  const state = fields.find(
    ([, { enum: listed = [] }]) =>
      listed.some((one) => is(going, one)) && listed.some((one) => is(finished, one)),
  )?.[0];
  if (read === undefined || state === undefined) return [];
  const words = wordsOf(
    planner.stated.contract.document,
    [operation, read.operation],
    fields.map(([, { description }]) => description),
  );
  const stated = timeIn(words);
  const beganAt = context.now();
  const limit = stated === undefined ? usualMs : Math.min(longestMs, stated + graceMs);
  const looks: CompletedExchange[] = [];
  for (let look = 0; context.now() - beganAt <= limit; look += 1) {
    const exchange = await send({
      ...{ detail: `${title} ${look}`, title: 'the job', operation: read.operation, accept: [200] },
      request: planner.request(read.operation, read.values),
    });
    if (exchange?.response.status !== 200) break;
    looks.push(exchange);
    if (!is(going, objectIn(exchange)?.[state]) || !(await session.wait(look < 5 ? 60 : 400))) break;
  }
  const last = looks.at(-1);
  if (last === undefined) return [];
  const now = objectIn(last)?.[state];
  if (is(going, now)) {
    if (stated === undefined || context.now() - beganAt <= limit || stated + graceMs > longestMs) return [];
    return [
      {
        exchange: last,
        breach: {
          actual: `${state} is ${stateOf(now)} after the time that the document states`,
          kind: 'never done',
        },
      },
    ];
  }
  return is(finished, now)
    ? [
        ...progressOf(
          last,
          looks,
          fields.map(([name, { maximum }]) => [name, maximum]),
          stateOf(now),
          words,
        ),
        ...(await linked(session, last)),
      ]
    : [];
}

/** A link of the document from a job: its target is named and there. */
async function linked({ planner, context, send }: Session, last: CompletedExchange): Promise<Conclusion[]> {
  const conclusions: Conclusion[] = [];
  for (const { operation, values, isLinked } of followUpsOf(context.stated, last)) {
    if (!isLinked || operation.method !== 'get') continue;
    const missing = Object.entries(values).find(([, value]) => value === null)?.[0];
    if (missing !== undefined) {
      conclusions.push({
        exchange: last,
        breach: { actual: `null for the ${missing} of ${operation.id}`, kind: 'a link without a value' },
      });
      continue;
    }
    const exchange = await send({
      ...{ detail: `made ${operation.id}`, title: 'what a job has made', operation },
      ...{ request: planner.request(operation, values), accept: planner.successStatuses(operation) },
    });
    if (exchange === undefined) continue;
    const { status } = exchange.response;
    if (status < 300) conclusions.push({ exchange, breach: 'pass' });
    else if ([404, 410].includes(status))
      conclusions.push({ exchange, before: [last], breach: { actual: `status ${status}` } });
  }
  return conclusions;
}

/** Progress of a job: complete when it is done, where a description says so, and never less than before. */
function progressOf(
  last: CompletedExchange,
  looks: readonly CompletedExchange[],
  fields: readonly (readonly [name: string, maximum: unknown])[],
  state: string,
  words: string,
): Conclusion[] {
  const [name, maximum] =
    fields.find(([one, most]) => /^(?:progress|percent)/i.test(one) && (most === 100 || most === 1)) ?? [];
  if (name === undefined) return [];
  const values = looks.map((look) => objectIn(look)?.[name]);
  const falls = values.findIndex((value, index) => Number(value) < Number(values[index - 1] ?? value));
  const fallen = looks[falls];
  const isSaid = (text: string) =>
    new RegExp(text, 'i').test(words) ? ('MUST' as const) : ('SHOULD' as const);
  if (fallen !== undefined) {
    const level = isSaid(`${name}[^.]*never (?:falls|decreases|goes back)`);
    const before = looks.slice(falls - 1, falls);
    return [{ exchange: fallen, before, breach: { actual: `${name} is less than before`, level } }];
  }
  const value = values.at(-1);
  if (value === maximum) return [{ exchange: last, breach: 'pass' }];
  if (typeof value !== 'number') return [];
  const level = isSaid(`${name}[^.]*\\b${Number(maximum)}\\b[^.]*\\b${state}\\b`);
  return [
    {
      exchange: last,
      breach: {
        actual: `${name} is ${value} and the job is ${state}`,
        level,
        kind: `${name} of what is done`,
      },
    },
  ];
}

function stateOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function is(words: RegExp, value: unknown): boolean {
  return typeof value === 'string' && words.test(value);
}

function wordsOf(document: object, operations: readonly Operation[], more: readonly unknown[]): string {
  const described = operations.map(
    ({ pointer }) => (valueAt(document, pointer) as { description?: unknown } | undefined)?.description,
  );
  return [...described, ...more].filter((one) => typeof one === 'string').join('\n');
}

const numbers: Readonly<Record<string, number>> = { a: 1, one: 1, two: 2, three: 3, five: 5, ten: 10 };

/** The time in which a job is said to be done, in milliseconds. */
function timeIn(words: string): number | undefined {
  const [, count = ''] =
    /\b(?:done|completed?|finished|ready)\b[^.]*\b(?:at the latest|within|no later than|in at most)\s+(\d+|a|one|two|three|five|ten)\s+seconds?\b/i.exec(
      words,
    ) ?? [];
  const seconds = numbers[count.toLowerCase()] ?? Number(count);
  return count === '' || !Number.isFinite(seconds) ? undefined : seconds * 1000;
}
