/** Servers of other documents: one that keeps to its document is not blamed, and one that doesn't is found out. */
import { describe, expect, it } from 'vitest';
import { documentContract } from '../testing/document-contract.js';
import type { Failure } from '../events.js';
import { startMock } from '../../testing/mock-server.js';
import { honestServer, libraryLogin } from '../testing/honest-server.js';
import type { Answer, Call } from '../testing/small-server.js';
import { runSuite, type SuiteRun } from '../testing/run-suite.js';
import type { VerifyOptions } from './options.js';

const contract = await documentContract('library');

/** Reaches several cases of each rule for each operation; the server that keeps to its document gets all of them once. */
const budget = 500;

async function run(
  change?: (answer: Answer, call: Call) => Answer,
  options: Partial<VerifyOptions> = {},
): Promise<SuiteRun & { calls: readonly string[] }> {
  const server = await honestServer(change);
  try {
    const keys = { key: undefined, expiredKey: undefined, limitedKey: undefined };
    const given = { url: server.url, contract, ...keys, auth: { login: libraryLogin }, allowWrites: true };
    return { ...(await runSuite({ ...given, ...options })), calls: server.calls };
  } finally {
    await server.close();
  }
}

const described = ({ rule, operation, title, actual, verdict }: Failure): string =>
  `${verdict} ${rule.id} ${operation ?? ''}: ${title}: ${actual}`;

describe('a server that keeps to its document', () => {
  it.each([[true], [false]])(
    'is neither failed nor warned for XML, forms, pictures, patches, redirections and optional bodies (writes: %s)',
    async (allowWrites) => {
      const { failures, summary } = await run(
        undefined,
        allowWrites ? { allowWrites } : { allowWrites, budget },
      );
      expect(failures.map(described)).toEqual([]);
      expect(summary.verdict).toBe('conforms');
    },
  );
});

it('names the schemes of a document whose credential is missing', async () => {
  const { url } = await startMock({ spec: contract.file, strictKeys: true });
  const { summary } = await run(undefined, { url, auth: {} });
  expect(summary.couldNotJudge).toMatch(
    /answers 401 without a key: give one with key or auth \(its schemes?: /,
  );
});

it('shows an unknown key of the usual form, and says in words what it should have got', async () => {
  const { url } = await startMock({ spec: contract.file });
  const { failures } = await run(undefined, {
    url,
    auth: { login: 'dk_test_suite' },
    only: 'auth/unknown-key',
  });
  expect(failures.map(({ title, expected }) => [title, expected])).toEqual([
    ['with an unknown key of the usual form', ['a rejection, such as 401 or 403']],
  ]);
});

it('the mock of a document passes the suite of that document', async () => {
  const { url } = await startMock({ spec: contract.file, strictKeys: true });
  const { failures, summary } = await run(undefined, { url, auth: { login: 'dk_test_suite' }, budget });
  expect(failures.map(described)).toEqual([]);
  expect(summary.verdict).toBe('conforms');
});

describe('what a request has changed', () => {
  /** The first answer to a GET of a book, for ever. */
  const fromCache = (when: (method: string) => boolean) => {
    const stale = new Map<string, Answer>();
    return (answer: Answer, { method, path }: Call): Answer => {
      if (!/^\/books\/\d+$/.test(path)) return answer;
      if (method !== 'GET') {
        if (!when(method)) stale.delete(path);
        return answer;
      }
      const first = stale.get(path) ?? answer;
      if (first.status === 200) stale.set(path, first);
      return first;
    };
  };
  const location =
    (to: string) =>
    (answer: Answer, { method, path }: Call): Answer =>
      method === 'POST' && path === '/books' && answer.status === 201
        ? { ...answer, headers: { ...answer.headers, Location: to } }
        : answer;

  it.each([
    ['a PUT does not show', fromCache((method) => method === 'PUT'), 'title, year as before replaceBook'],
    ['a PATCH does not show', fromCache((method) => method === 'PATCH'), 'title, year as before changeBook'],
    [
      'a DELETE does not show',
      fromCache((method) => method === 'DELETE'),
      'the same body as before removeBook',
    ],
    ['the Location of a 201 leads nowhere', location('/books/999'), 'status 404'],
  ])('is judged where %s', async (_, change, actual) => {
    const { failures } = await run(change, { only: 'resources/changes-show' });
    expect(failures.map((failure) => [failure.verdict, failure.actual])).toEqual([['FAIL', actual]]);
  });

  it('is not judged where nothing is kept at all, as by a mock', async () => {
    const always = (answer: Answer, { method, path }: Call): Answer =>
      method === 'GET' && /^\/books\/\d+$/.test(path) ? book : answer;
    const { failures, summary } = await run(always, { only: 'resources/changes-show' });
    expect(failures).toEqual([]);
    expect(summary.rules[0]).toMatchObject({
      verdict: 'NOT_APPLICABLE',
      reason: expect.stringContaining('keep nothing'),
    });
  });
});

/** A fault, what it does to an answer, and the rule and operation that must report it. */
const faults: [string, string, string, (answer: Answer, call: Call) => Answer][] = [
  ['a bound of a query parameter is not checked', 'parameters/invalid-value', 'listBooks', served('limit')],
  [
    'an enumeration of a query parameter is not checked',
    'parameters/invalid-value',
    'listBooks',
    served('sort'),
  ],
  ['the pattern of elements is not checked', 'parameters/invalid-value', 'listBooks', served('shelf')],
  ['a required header is not demanded', 'parameters/missing', 'listBooks', served('X-Branch')],
  ['a required query parameter is not demanded', 'parameters/missing', 'getReport', served('since')],
  ['the type of an id in the path is not checked', 'parameters/invalid-value', 'getBook', served('id')],
  ['a wrong title is stored', 'requests/wrong-type', 'addBook', served('title')],
  [
    'a wrong value in a merge patch is taken',
    'requests/wrong-type',
    'changeBook',
    (answer, { method }) => (method === 'PATCH' && [404, 422].includes(answer.status) ? book : answer),
  ],
  [
    'the password is not checked',
    'auth/unknown-key',
    'listBooks',
    (answer) => (answer.headers?.Location === '/login' ? { status: 200, body: [] } : answer),
  ],
  [
    'XML is sent as a page',
    'http/json-content-type',
    'getReport',
    (answer) => retyped(answer, 'application/xml', 'text/html'),
  ],
  [
    'a picture is sent without its type',
    'http/json-content-type',
    'getCover',
    (answer) => retyped(answer, 'image/png', undefined),
  ],
  [
    'what was made can not be found',
    'resources/made-can-be-found',
    'getBook',
    (answer, { method, path }) =>
      method === 'GET' && path.startsWith('/books/') && answer.status === 200
        ? { status: 404, headers: { 'Content-Type': 'application/problem+json' }, body: { title: 'none' } }
        : answer,
  ],
  [
    'a list is longer than its limit',
    'resources/lists',
    'listBooks',
    (answer, { method, path }) =>
      method === 'GET' && path === '/books' && answer.status === 200
        ? { ...answer, body: [book.body, { id: 2, title: 'y' }] }
        : answer,
  ],
  [
    'a form is not supported',
    'requests/documented-media-type',
    'join',
    (answer, { path }) => (path === '/members' && answer.status === 303 ? { status: 415 } : answer),
  ],
  [
    'what nobody has made leads to an error of the server',
    'resources/unknown-things',
    'getBook',
    (answer, { method, path }) =>
      method === 'GET' && path.startsWith('/books/') && answer.status === 404 ? { status: 500 } : answer,
  ],
  ...(
    [
      ['a required header is left out', 'X-Total', undefined],
      ['a header is no number, as the document has it', 'X-Total', 'many'],
      ['an element of a header breaks its pattern', 'X-Shelves', 'A12, first'],
      ['a header has a value out of its list', 'X-Next', 'maybe'],
    ] as const
  ).map(([what, name, value]): (typeof faults)[number] => [
    what,
    'responses/headers',
    'listBooks',
    (answer) => withHeader(answer, name, value),
  ]),
  [
    'a book that exists has no title',
    'responses/schema',
    'getBook',
    (answer, { method, path }) =>
      method === 'GET' && path.startsWith('/books/') && answer.status === 200
        ? { status: 200, body: { id: 1 } }
        : answer,
  ],
];

const book: Answer = { status: 200, body: { id: 1, title: 'x' } };

/** The answer to a valid request in place of the refusal that names a field. */
function served(field: string): (answer: Answer, call: Call) => Answer {
  return (answer, { path, method }) => {
    const { detail } = (answer.body ?? {}) as { detail?: string };
    if (answer.status !== 422 || detail !== field) return answer;
    if (path === '/reports') return { status: 200, body: { loans: 1 } };
    if (path === '/books' && method === 'GET') return { status: 200, body: [] };
    return method === 'POST' ? { ...book, status: 201 } : book;
  };
}

/** An answer of the list with another value of a header; undefined leaves it out. */
function withHeader(answer: Answer, name: string, value: string | undefined): Answer {
  const { [name]: _, ...others } = answer.headers ?? {};
  if (answer.headers?.['X-Total'] === undefined) return answer;
  return { ...answer, headers: value === undefined ? others : { ...others, [name]: value } };
}

function retyped(answer: Answer, from: string, to: string | undefined): Answer {
  const { 'Content-Type': type, ...others } = answer.headers ?? {};
  if (type !== from) return answer;
  return { ...answer, headers: to === undefined ? others : { ...others, 'Content-Type': to } };
}

describe('a server that breaks its document is failed', () => {
  it.each(faults)('where %s', async (_, rule, operation, change) => {
    // Of a rule that checks every response, a few for each operation are enough.
    const only = rule === 'responses/schema' ? operation : rule;
    const { failures } = await run(change, { only, budget: 150 });
    const found = failures.filter((failure) => failure.verdict === 'FAIL' && failure.rule.id === rule);
    expect(found.flatMap(({ seen }) => seen.operations)).toContain(operation);
    expect(found[0]?.rule.section).toMatch(/library\.yaml:\d+ \//);
  });
});

describe('a repeated request with the same Idempotency-Key', () => {
  const keyed = (text: string) =>
    text.replace(
      'operationId: addBook\n',
      'operationId: addBook\n      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]\n',
    );
  const only = 'resources/repeated-key';

  it('makes nothing new', async () => {
    const { failures } = await run(undefined, { contract: await documentContract('library', keyed), only });
    expect(failures.map(described)).toEqual([
      'FAIL resources/repeated-key addBook: the same request with the same key: another id',
    ]);
  });

  it('may be answered as the first one was', async () => {
    const first = new Map<unknown, Answer>();
    const remembered = (answer: Answer, { method, path, headers }: Call): Answer => {
      if (method !== 'POST' || path !== '/books') return answer;
      const known = first.get(headers['idempotency-key']) ?? answer;
      first.set(headers['idempotency-key'], known);
      return known;
    };
    const { failures, summary } = await run(remembered, {
      contract: await documentContract('library', keyed),
      only,
    });
    expect(failures.map(described)).toEqual([]);
    expect(summary.rules[0]).toMatchObject({ verdict: 'PASS' });
  });
});

it.each(['text/event-stream', 'text/csv', 'text/jsonl'])(
  'a body of %s is not held against the schema of its parts',
  async (mediaType) => {
    const contract = await documentContract('library', (text) =>
      text.replace(
        'description: mine, content: { application/json: { schema: { type: array } } }',
        `description: mine, content: { ${mediaType}: { schema: { type: object } } }`,
      ),
    );
    const inParts = (answer: Answer, { path }: Call): Answer =>
      path === '/books/mine' && answer.status === 200
        ? { status: 200, body: 'data: {}\n\n', headers: { 'Content-Type': mediaType } }
        : answer;
    const { failures } = await run(inParts, { contract, only: 'responses/schema', budget: 60 });
    expect(failures.map(described)).toEqual([]);
  },
);

it('an example that breaks its own schema is reported as a mistake of the document', async () => {
  const mistaken = await documentContract('library', (text) =>
    text.replace(
      'description: mine, content: { application/json: { schema: { type: array } } }',
      'description: mine, content: { application/json: { schema: { type: array }, example: { mine: 3 } } }',
    ),
  );
  const asShown = (answer: Answer, { path }: Call): Answer =>
    path === '/books/mine' && answer.status === 200 ? { status: 200, body: { mine: 3 } } : answer;
  const { failures, summary } = await run(asShown, {
    contract: mistaken,
    only: 'responses/schema',
    budget: 60,
  });
  expect(summary).toMatchObject({ verdict: 'conforms', warnings: 1 });
  expect(failures[0]).toMatchObject({
    actual: "body must be an array, got an object: the document's own mistake, whose example says so too",
    rule: { section: expect.stringContaining('/paths/~1books~1mine/get/responses/200/content/') },
  });
});

it('a schema that no value satisfies is reported as a mistake of the document', async () => {
  const impossible = '{type: array, items: {type: "null", oneOf: [{type: string}, {type: number}]}}';
  const mistaken = await documentContract('library', (text) =>
    text.replace(
      'description: mine, content: { application/json: { schema: { type: array } } }',
      `description: mine, content: { application/json: { schema: ${impossible} } }`,
    ),
  );
  const answered = (answer: Answer, { path }: Call): Answer =>
    path === '/books/mine' && answer.status === 200 ? { status: 200, body: [null] } : answer;
  const { failures, summary } = await run(answered, {
    contract: mistaken,
    only: 'responses/schema',
    budget: 60,
  });
  expect(summary).toMatchObject({ verdict: 'conforms', warnings: 1 });
  expect(failures[0]).toMatchObject({
    actual: expect.stringMatching(/: the document's own mistake, whose schema no value satisfies$/),
    rule: { section: expect.stringContaining('/content/application~1json/schema/items') },
  });
});

it('schemas that only together accept nothing are reported as a mistake of the document', async () => {
  const impossible =
    '{allOf: [{type: object, properties: {made: {type: string, format: date-time}}}, {properties: {made: {pattern: "^se-"}}}]}';
  const mistaken = await documentContract('library', (text) =>
    text.replace(
      'description: mine, content: { application/json: { schema: { type: array } } }',
      `description: mine, content: { application/json: { schema: ${impossible} } }`,
    ),
  );
  const options = { contract: mistaken, only: 'responses/schema', budget: 60 };
  const saying =
    (body: object) =>
    (answer: Answer, { path }: Call): Answer =>
      path === '/books/mine' && answer.status === 200 ? { status: 200, body } : answer;
  const { failures, summary } = await run(saying({ made: '2026-01-15T09:30:00Z' }), options);
  expect(summary).toMatchObject({ verdict: 'conforms', warnings: 1 });
  expect(failures[0]?.actual).toMatch(
    /^made .*: the document's own mistake, whose schema no value satisfies$/,
  );
  const fault = await run(saying(['no object']), options);
  expect(fault.summary.verdict).toBe('does not conform');
});

describe('a resource that a POST created', () => {
  it('is read, replaced and deleted by its id', async () => {
    const { calls, events } = await run(undefined, { only: 'resources/made-can-be-found' });
    // The run has made the first book to find out how.
    expect(calls.slice(-5)).toEqual([
      'POST /books',
      ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /books/2`),
    ]);
    expect(events.at(-1)).toMatchObject({ rules: [{ verdict: 'PASS', judged: 4 }] });
  });

  it('is removed after everything else where the document itself names it', async () => {
    const { calls, plan } = await run(undefined, { budget: 60 });
    expect(plan.cases.map(({ id }) => id)).toContain('requests/documented-examples/removeBook/valid');
    expect(calls.at(-1)).toMatch(/^DELETE \/books\/\d+$/);
  });

  it('does not exist in a run that may not write', async () => {
    const { calls, summary } = await run(undefined, { only: 'resources/*', allowWrites: false });
    expect(calls.filter((call) => !/^GET |^POST \/notes$/.test(call))).toEqual([]);
    expect(summary.rules[0]).toMatchObject({
      verdict: 'SKIP',
      reason: expect.stringContaining('allowWrites'),
    });
  });
});

describe('the plan of another document', () => {
  it('stays within its budget, reports the cut, and covers every operation before it covers one completely', async () => {
    const { plan, summary } = await run(undefined, { budget: 30 });
    expect([plan.cases.length, plan.more]).toEqual([30, true]);
    expect(summary.notices.join()).toMatch(/more cases than the 30 most informative ones .*budget/);
    expect(new Set(plan.cases.slice(0, 13).map(({ operation }) => operation)).size).toBe(13);
    expect(new Set(plan.cases.map(({ rule }) => rule)).size).toBeGreaterThan(12);
  });

  it('is whole where the document is small, and the same for the same seed', async () => {
    const [one, two] = [await run(undefined, { planOnly: true }), await run(undefined, { planOnly: true })];
    expect(one.plan.more).toBe(false);
    expect(one.plan.cases.map(({ id }) => id)).toEqual(two.plan.cases.map(({ id }) => id));
    expect(new Set(one.plan.cases.map(({ id }) => id)).size).toBe(one.plan.cases.length);
  });
});

it("makes a shorter plan where it takes half of the run's time", async () => {
  let seconds = 0;
  // Each look at the clock takes a second.
  const now = (): number => (seconds += 1) * 1000;
  const { plan } = await run(undefined, { now, maxTimeSeconds: 600, planOnly: true });
  expect(plan.more).toBe(true);
  expect(plan.cases.length).toBeGreaterThan(250);
  expect(plan.cases.length).toBeLessThan(310);
});
