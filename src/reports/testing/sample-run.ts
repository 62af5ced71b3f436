import type {
  ConformanceEvent,
  EarlierExchange,
  Failure,
  PlanEvent,
  RuleInfo,
  RuleResult,
  SummaryEvent,
} from '../../conformance/events.js';
import { nothingToSend } from '../../conformance/events.js';

const rules: readonly RuleInfo[] = [
  {
    id: 'requests/missing-field',
    topic: 'requests',
    title: 'A missing required field is rejected.',
    level: 'MUST',
    section: '4.2 rule 1',
    sentence: 'A missing required field yields a validation error.',
    expected: ['status 400'],
    scope: 'any',
  },
  {
    id: 'http/challenge-with-401',
    topic: 'http',
    title: 'A 401 says which scheme the key must use.',
    level: 'SHOULD',
    section: 'RFC 9110 15.5.2',
    sentence: 'The server generating a 401 response MUST send a WWW-Authenticate header field.',
    expected: ['a WWW-Authenticate header'],
    scope: 'any',
  },
  {
    id: 'auth/expired-key',
    topic: 'auth',
    title: 'An expired key is rejected like an invalid one.',
    level: 'MUST',
    section: '5 rule 4',
    sentence: 'A key can expire.',
    expected: ['status 401'],
    scope: 'service',
  },
];

const plan: PlanEvent = {
  type: 'plan',
  target: 'http://127.0.0.1:4010',
  document: '/elsewhere/openapi.yaml',
  seed: 1,
  level: 'MUST',
  rules,
  ...nothingToSend,
};

const [missing, challenge, expired] = rules as [RuleInfo, RuleInfo, RuleInfo];

const url = 'http://127.0.0.1:4010/get-shipping-rates';

const earlier: EarlierExchange = {
  title: 'a valid request',
  case: 'requests/one-after-another/getShippingRates/01-valid',
  sent: {
    method: 'POST',
    url,
    headers: {},
    body: '{"weight":2}',
    curl: `curl -i -X POST ${url} --data-binary '{"weight":2}'`,
  },
  answer: { status: 200, headers: [['Content-Type', 'application/json']], body: '{"data":[]}' },
};

function failureOf(rule: RuleInfo, change: Partial<Failure>): Failure {
  return {
    rule,
    verdict: 'FAIL',
    level: rule.level,
    operation: 'getShippingRates',
    flaky: false,
    only: null,
    title: 'without sender.zip_code',
    case: `${rule.id}/getShippingRates/sender.zip_code`,
    before: [],
    sent: {
      method: 'POST',
      url,
      headers: {},
      body: '{"weight":1}',
      curl: `curl -i -X POST ${url} --data-binary '{"weight":1}'`,
    },
    answer: { status: 200, headers: [['Content-Type', 'application/json']], body: '{"status":true}' },
    noAnswer: null,
    expected: rule.expected,
    actual: 'status 200',
    pointer: null,
    problems: ['sender.zip_code is required and must be a string, got nothing'],
    document: { file: '/elsewhere/openapi.yaml', pointer: '/components/schemas/Party', line: 744 },
    cases: ['a', 'b', 'c'],
    seen: { operations: ['getShippingRates'], outside: true, statuses: [200], cases: 3 },
    alsoBroken: [],
    expectedFailure: null,
    ...change,
  };
}

/** A run with a failure, one that is flaky and expected, a warning, and a skipped rule. */
export function sampleRun(change: Partial<Failure> = {}): ConformanceEvent[] {
  const failures = [
    failureOf(missing, change),
    failureOf(missing, {
      operation: null,
      flaky: true,
      before: [earlier],
      pointer: '',
      answer: null,
      noAnswer: 'no response came within 10 s',
      document: null,
      cases: ['d'],
      seen: { operations: [], outside: true, statuses: [], cases: 1 },
      expectedFailure: { reason: 'fixed in April', expires: '2026-04-30' },
    }),
    failureOf(challenge, {
      verdict: 'WARN',
      actual: 'no WWW-Authenticate header',
      problems: [],
      title: 'without a key',
    }),
  ];
  const results: RuleResult[] = [
    { rule: missing, verdict: 'FAIL', judged: 27, broken: 4, reason: null },
    { rule: challenge, verdict: 'WARN', judged: 8, broken: 8, reason: null },
    {
      rule: expired,
      verdict: 'SKIP',
      judged: 0,
      broken: 0,
      reason: 'no expired key was given (--expired-key)',
    },
  ];
  return [
    { ...plan, cut: 2 },
    {
      type: 'case',
      id: 'requests/missing-field/getShippingRates/sender.zip_code',
      title: 'without sender.zip_code',
      operation: 'getShippingRates',
      status: 200,
      milliseconds: 3,
      verdict: 'FAIL',
      broken: [missing.id],
      reason: null,
      done: 1,
      total: 2,
    },
    {
      type: 'case',
      id: 'requests/missing-field/getShippingRates/weight',
      title: 'without weight',
      operation: 'getShippingRates',
      status: 400,
      milliseconds: 2,
      verdict: 'PASS',
      broken: [],
      reason: null,
      done: 2,
      total: 2,
    },
    ...failures.map((failure) => ({ type: 'failure', failure }) as const),
    summaryOf({ rules: results }),
  ];
}

/** A run against a target that could not be judged. */
export function impossibleRun(): ConformanceEvent[] {
  const couldNotJudge =
    "http://127.0.0.1:4010 can't be reached: nothing listens there: the connection was refused.";
  return [
    plan,
    summaryOf({
      exitCode: 3,
      verdict: 'could not be judged',
      couldNotJudge,
      failures: 0,
      warnings: 0,
      expectedFailures: 0,
      notices: [],
      cases: 0,
    }),
  ];
}

function summaryOf(change: Partial<SummaryEvent>): SummaryEvent {
  return {
    type: 'summary',
    exitCode: 1,
    verdict: 'does not conform',
    couldNotJudge: null,
    rules: [],
    operations: [{ operation: 'getShippingRates', cases: 2, failed: 1, warned: 0, skipped: 0 }],
    failures: 1,
    warnings: 1,
    expectedFailures: 1,
    notices: ['The expected failure rates/logo did not fail: take it off the list.'],
    cases: 2,
    judgedRules: {
      judged: 2,
      counted: 2,
      notCounted: [{ rule: 'limits/recovers', reason: 'the rate limit was not looked for' }],
    },
    narrowedBy: [],
    written: 0,
    withheld: 0,
    notSent: 0,
    requests: 5,
    seconds: 0.42,
    ...change,
  };
}
