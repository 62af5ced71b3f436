/** Reports of runs that found something, as far as tools read them. */
import type { DiffReport, SuiteFailure, SuiteReport, SuiteRule } from '../suite-report.js';

const rule = (id: string, title: string, sentence: string): SuiteRule => ({
  ...{ id, title, sentence, section: '2.1' },
  level: 'MUST',
});
const data = rule('envelope/data', 'data is an array.', 'data: array, Result objects.');
const keys = rule('envelope/keys', 'The envelope has its keys.', 'Every response has four keys.');
const missingKey = rule('auth/missing-key', 'A request without a key gets 401.', 'A key is required.');
const others = [
  rule('http/json', 'Responses are JSON.', 'JSON.'),
  rule('limits/recovers', 'Ends.', 'It ends.'),
];

const failure: SuiteFailure = {
  ...{ rule: data, operation: 'listCategories', flaky: false, title: 'a valid request' },
  verdict: 'FAIL',
  ...{ case: 'requests/valid/listCategories', sent: { curl: 'curl -i http://127.0.0.1:1/categories' } },
  before: [],
  answer: { status: 200, headers: [['Content-Type', 'application/json']], body: '{"data":null}' },
  ...{ noAnswer: null, expected: ['an array'], actual: 'data must be an array, got null', pointer: '/data' },
  ...{ problems: [], seen: { operations: ['listCategories'], cases: 26 } },
  document: { file: 'openapi.yaml', pointer: '/components/schemas/List/properties/data', line: 12 },
  alsoBroken: [{ rule: keys, actual: 'data is missing', pointer: '' }],
  expectedFailure: null,
};

const unanswered: SuiteFailure = {
  ...{ ...failure, operation: null, flaky: true, answer: null, noAnswer: 'the connection was reset' },
  ...{ document: null, pointer: null, problems: ['weight is required'], alsoBroken: [] },
  expectedFailure: { reason: 'known since spring' },
};

export const report: SuiteReport = {
  target: 'http://127.0.0.1:1',
  summary: {
    ...{ exitCode: 1, verdict: 'does not conform', couldNotJudge: null, failures: 3, warnings: 0 },
    ...{ cases: 60, written: 0 },
    judgedRules: { judged: 77, counted: 78, notCounted: [{ rule: 'limits/recovers', reason: 'why' }] },
  },
  failures: [failure, unanswered, { ...failure, rule: missingKey, alsoBroken: [] }],
  fixFirst: [{ rules: ['auth/missing-key'] }, { rules: ['envelope/data', 'envelope/keys'] }],
  rules: [data, keys, missingKey, ...others].map((one) => ({
    ...{ rule: one, judged: 9 },
    verdict: 'PASS',
    reason: one.id === 'limits/recovers' ? 'no response called for it' : null,
  })),
};

const change: DiffReport['changes'][number] = {
  id: 'one',
  kind: 'operation-removed',
  effect: 'breaking',
  certainty: 'certain',
  text: 'Gone.',
};

export const comparison: DiffReport = {
  ...{ verdict: 'BREAKS: 2 changes', notices: [], traffic: null },
  changes: [change, { ...change, id: 'two' }, { ...change, id: 'three', effect: 'harmless' }],
};
