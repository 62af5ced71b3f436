/** An expectation as a test, for the client of `drydock-kit/client`. */
import type { Verification } from '../../../../client/types.js';
import { expectationText, verificationOf, type Expectation } from './expectation.js';

export const codeKinds = ['Jest', 'Playwright'] as const;
export type CodeKind = (typeof codeKinds)[number];

/**
 * A whole test file.
 *
 * @param scenario what the sandbox is set to in the test; empty for nothing
 */
export function verifyCode(kind: CodeKind, expectation: Expectation, scenario: string): string {
  const lines = kind === 'Jest' ? jest : playwright;
  return lines({
    title: literal(expectationText(expectation)),
    chosen: scenario === '' ? 'mock.sandbox()' : `await mock.sandbox().scenario(${names(scenario)})`,
    check: `await sandbox.expectVerified(${object(verificationOf(expectation), '  ')});`,
  });
}

interface CodeParts {
  readonly title: string;
  readonly chosen: string;
  readonly check: string;
}

function jest({ title, chosen, check }: CodeParts): string {
  return `import { afterAll, beforeAll, test } from '@jest/globals';
import { drydock, type MockClient } from 'drydock-kit/client';

let mock: MockClient;
beforeAll(async () => {
  mock = await drydock.start();
});
afterAll(() => mock.close());

test(${title}, async () => {
  const sandbox = ${chosen};

  // Let your code call sandbox.url with sandbox.key here.

  ${check}
});
`;
}

function playwright({ title, chosen, check }: CodeParts): string {
  return `import { test } from '@playwright/test';
import { drydock, type MockClient } from 'drydock-kit/client';

let mock: MockClient;
test.beforeAll(async () => {
  mock = await drydock.start();
});
test.afterAll(() => mock.close());

test(${title}, async ({ page }) => {
  const sandbox = ${chosen};
  await page.setExtraHTTPHeaders(sandbox.headers());

  // Let your page call sandbox.url here.

  ${check}
});
`;
}

function names(scenario: string): string {
  return scenario
    .split(',')
    .map((name) => literal(name.trim()))
    .join(', ');
}

function object({ requests, ...rest }: Verification, indent: string): string {
  const fields = Object.entries(rest).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  if (!requests) return `{ ${fields.join(', ')} }`;
  const rows = requests.map((request) => `${indent}    ${inline(request)},`);
  return [
    '{',
    `${indent}  requests: [`,
    ...rows,
    `${indent}  ],`,
    ...fields.map((field) => `${indent}  ${field},`),
    `${indent}}`,
  ].join('\n');
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
