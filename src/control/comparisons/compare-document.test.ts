import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { packageFile } from '../../contract/package-root.js';
import { startControlTester } from '../testing/control-tester.js';
import type { CompareDocument } from '../control-context.js';

const document = readFileSync(packageFile('openapi.yaml'), 'utf8');

describe('a comparison by the control API', () => {
  it('weighs the changes by the journals of all sandboxes', async () => {
    const { ask, visit } = await startControlTester();
    for (const sandbox of ['a', 'a', 'b']) await visit(`dk_test_${sandbox}`, '/categories');
    const planned = document.replace('  /categories:\n', '  /v2/categories:\n');
    expect(planned).not.toBe(document);
    const { status, json } = await ask('POST', '/comparisons', { document: planned });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ...{
        new: 'new.yaml',
        verdict: expect.stringMatching(/^BREAKS: 1 breaking change, 1 met by recorded clients/),
      },
      traffic: { exchanges: 3, clients: ['sandbox a', 'sandbox b'] },
    });
    expect(json.changes).toContainEqual(
      expect.objectContaining({ kind: 'operation-removed', met: expect.objectContaining({ exchanges: 3 }) }),
    );
  });

  it('says what is wrong with a document, and serves on', async () => {
    const { ask, visit } = await startControlTester();
    const { status, json } = await ask('POST', '/comparisons', { document: '<html>' });
    expect([status, json.detail]).toEqual([
      422,
      expect.stringMatching(/^new\.yaml: not an OpenAPI document/),
    ]);
    expect((await visit('dk_test_a', '/categories')).status).toBe(200);
  });

  it('is one at a time', async () => {
    const waiting: (() => void)[] = [];
    const compare: CompareDocument = async () => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return { verdict: 'COMPATIBLE: none.', changes: [], traffic: null, notices: [] };
    };
    const { ask } = await startControlTester({ compare });
    const first = ask('POST', '/comparisons', { document });
    const both = Promise.race([first, ask('POST', '/comparisons', { document })]);
    expect((await both).json.detail).toBe('A comparison is under way; wait for it.');
    waiting.forEach((resolve) => resolve());
    expect((await first).status).toBe(200);
  });
});
