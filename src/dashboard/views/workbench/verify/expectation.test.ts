import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readVerification } from '../../../../journal/testing/read-verification.js';
import {
  codeKinds,
  expectationText,
  usualExpectation,
  verificationOf,
  verifyCode,
  type Expectation,
} from './expectation.js';

const whole: Expectation = {
  rows: [
    { times: 2, status: 500, operation: '' },
    { times: 1, status: 200, operation: 'listCategories' },
    { times: 0, status: 0, operation: 'createOrder' },
  ],
  inOrder: true,
  backoff: true,
};

const start = { spec: 'parcels.yaml', stateful: true, quota: { limit: 5, windowSeconds: 60 } };

describe('an expectation', () => {
  it('is described in words, and accepted by the mock', () => {
    expect(expectationText(usualExpectation)).toBe('2 × 500, then 200, in order');
    expect(expectationText(whole)).toBe(
      '2 × 500, then 200 of listCategories, then 0 × any status of createOrder, in order, back-off kept',
    );
    expect(expectationText({ rows: [], inOrder: true, backoff: true })).toBe('back-off kept');
    for (const one of [usualExpectation, whole, { rows: [], inOrder: true, backoff: true }])
      expect(readVerification(verificationOf(one))).not.toHaveProperty('problems');
  });

  // `npm run typecheck` checks the made files; UPDATE_FILES=1 writes them.
  it.each(codeKinds)('as a test for %s has the types of the client', (kind) => {
    const file = new URL(
      `../../../../client/testing/generated/verify-${kind.toLowerCase()}.ts`,
      import.meta.url,
    );
    const made = verifyCode(kind, whole, 'flaky, slow', { start })
      .replaceAll("'drydock-kit/client'", "'../../index.js'")
      .replaceAll("'@playwright/test'", "'./playwright-test.js'");
    if (process.env.UPDATE_FILES) writeFileSync(file, made);
    expect(made).toBe(readFileSync(file, 'utf8'));
  });

  it('has an inline scenario with its definition, since another mock does not know its name', () => {
    const made = verifyCode('Jest', whole, { steps: [{ times: 3, answer: { status: 429 } }] }, { start: {} });
    expect(made).toContain('  mock = await drydock.start();\n');
    expect(made).toContain('  const sandbox = await mock.sandbox().scenario({\n    "steps": [\n');
    expect(made).toContain('          "status": 429\n');
    expect(made).toContain('\n  });\n');
  });

  it('keeps a quote in a name inside its text', () => {
    expect(verifyCode('Jest', whole, "it's", { start: {} })).toContain("scenario('it\\'s')");
  });

  it('attaches to a mock that no options repeat', () => {
    const made = verifyCode('Playwright', whole, '', { attach: 'http://127.0.0.1:4010/api/v1' });
    expect(made).toContain("  mock = drydock.attach({ url: 'http://127.0.0.1:4010/api/v1' });\n");
    expect(made).toContain('DRYDOCK_CONTROL_TOKEN');
    expect(made).toContain('const sandbox = mock.sandbox();');
  });
});
