/** An expectation as a test, for the client of `drydock-kit/client`. */
import type { Verification } from '../../../../client/types.js';
import { jsonLiteral } from '../../../parts/code/request-code.js';
import { expectationText, verificationOf, type Expectation } from './expectation.js';

export const codeKinds = ['Jest', 'Playwright'] as const;
export type CodeKind = (typeof codeKinds)[number];

/**
 * A whole test file.
 *
 * @param scenario what the sandbox is set to in the test: names, or the definition of an inline scenario; empty for nothing
 */
export function verifyCode(kind: CodeKind, expectation: Expectation, scenario: string | object): string {
  const { imports, prefix, parameters, setUp } = frameworks[kind];
  const choice = typeof scenario === 'string' ? names(scenario) : jsonLiteral(scenario);
  const chosen = scenario === '' ? 'mock.sandbox()' : `await mock.sandbox().scenario(${choice})`;
  return `${imports}
import { drydock, type MockClient } from 'drydock-kit/client';

let mock: MockClient;
${prefix}beforeAll(async () => {
  mock = await drydock.start();
});
${prefix}afterAll(() => mock.close());

test(${literal(expectationText(expectation))}, async (${parameters}) => {
  const sandbox = ${chosen};
${setUp}

  await sandbox.expectVerified(${object(verificationOf(expectation))});
});
`;
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
