/** The requests expected in a sandbox: as the form holds them, as the control API accepts them, and as a test. */
import type { OperationName, RequestExpectation, Verification } from '../../../../client/types.js';
import { jsonLiteral } from '../../../parts/code/request-code.js';

export interface ExpectedRow {
  readonly times: number;
  /** 0 for any. */
  readonly status: number;
  /** Empty for any. */
  readonly operation: string;
}

export interface Expectation {
  readonly rows: readonly ExpectedRow[];
  readonly inOrder: boolean;
  readonly backoff: boolean;
}

export const usualExpectation: Expectation = {
  rows: [
    { times: 2, status: 500, operation: '' },
    { times: 1, status: 200, operation: '' },
  ],
  inOrder: true,
  backoff: false,
};

export function verificationOf({ rows, inOrder, backoff }: Expectation): Verification {
  return {
    ...(rows.length > 0 ? { requests: rows.map(requestOf) } : {}),
    ...(inOrder && rows.length > 1 ? { inOrder } : {}),
    ...(backoff ? { backoff } : {}),
  };
}

function requestOf({ times, status, operation }: ExpectedRow): RequestExpectation {
  return {
    // One of the document that is served.
    ...(operation === '' ? {} : { operation: operation as OperationName }),
    ...(status === 0 ? {} : { status }),
    times,
  };
}

export function isEmpty({ rows, backoff }: Expectation): boolean {
  return rows.length === 0 && !backoff;
}

/** `2 × 500, then 200, in order, back-off kept`. */
export function expectationText({ rows, inOrder, backoff }: Expectation): string {
  const joined = inOrder ? ', then ' : ' and ';
  const texts = rows.map(({ times, status, operation }) =>
    [
      times === 1 ? '' : `${times} ×`,
      status === 0 ? 'any status' : String(status),
      operation === '' ? '' : `of ${operation}`,
    ]
      .filter((part) => part !== '')
      .join(' '),
  );
  const extras = [...(inOrder && rows.length > 1 ? ['in order'] : []), ...(backoff ? ['back-off kept'] : [])];
  return [texts.join(joined), ...extras].filter((text) => text !== '').join(', ');
}

export const codeKinds = ['Jest', 'Playwright'] as const;
export type CodeKind = (typeof codeKinds)[number];

/** The mock of a test: one that is started as this one was, or this one, where no options say how it was started. */
export type TestedMock = { readonly start: object } | { readonly attach: string };

/**
 * A whole test file.
 *
 * @param scenario what the sandbox is set to in the test: names, or the definition of an inline scenario; empty for nothing
 */
export function verifyCode(
  kind: CodeKind,
  expectation: Expectation,
  scenario: string | object,
  tested: TestedMock,
): string {
  const { imports, prefix, parameters, setUp } = frameworks[kind];
  const choice = typeof scenario === 'string' ? names(scenario) : jsonLiteral(scenario);
  const chosen = scenario === '' ? 'mock.sandbox()' : `await mock.sandbox().scenario(${choice})`;
  return `${imports}
import { drydock, type MockClient } from 'drydock-kit/client';

let mock: MockClient;
${prefix}beforeAll(${beginning(tested)});
${prefix}afterAll(() => mock.close());

test(${literal(expectationText(expectation))}, async (${parameters}) => {
  const sandbox = ${chosen};
${setUp}

  await sandbox.expectVerified(${object(verificationOf(expectation))});
});
`;
}

function beginning(tested: TestedMock): string {
  if ('attach' in tested)
    return `() => {\n  // Reads the control token from DRYDOCK_CONTROL_TOKEN.\n  mock = drydock.attach({ url: ${literal(tested.attach)} });\n}`;
  const options = Object.keys(tested.start).length === 0 ? '' : jsonLiteral(tested.start);
  return `async () => {\n  mock = await drydock.start(${options});\n}`;
}

/** The differences between the tests of the frameworks. */
const frameworks = {
  Jest: {
    imports: "import { afterAll, beforeAll, test } from '@jest/globals';",
    prefix: '',
    parameters: '',
    setUp: '\n  // Let your code call sandbox.url with sandbox.key here.',
  },
  Playwright: {
    imports: "import { test } from '@playwright/test';",
    prefix: 'test.',
    parameters: '{ page }',
    setUp:
      '  await page.setExtraHTTPHeaders(sandbox.headers());\n\n  // Let your page call sandbox.url here.',
  },
} as const;

function names(scenario: string): string {
  return scenario
    .split(',')
    .map((name) => literal(name.trim()))
    .join(', ');
}

function object({ requests, ...rest }: Verification): string {
  if (!requests) return inline(rest);
  const rows = requests.map((request) => `      ${inline(request)},`);
  const fields = Object.entries(rest).map(([name, value]) => `    ${name}: ${JSON.stringify(value)},`);
  return ['{', '    requests: [', ...rows, '    ],', ...fields, '  }'].join('\n');
}

function inline(value: object): string {
  const fields = Object.entries(value).map(
    ([name, one]) => `${name}: ${typeof one === 'string' ? literal(one) : JSON.stringify(one)}`,
  );
  return `{ ${fields.join(', ')} }`;
}

function literal(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;
}
