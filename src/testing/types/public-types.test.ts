/** The package's public types in an editor: the names that it completes, and a sentence for every field. */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { packageFile } from '../../contract/package-root.js';
import { openEditor, undocumented } from './editor.js';

const { exports } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
  exports: Record<string, { import?: { types: string } }>;
};
/** The sources of what package.json exports, such as `src/client/index.ts`. */
const entries = Object.values(exports).flatMap(({ import: module }) =>
  module ? [module.types.replace('./dist/', '').replace('.d.ts', '.ts')] : [],
);

const sample = `
  import type { MockClient } from '../../client/index.js';
  import { fixture } from '../../fixtures/index.js';
  import type { ServerOptions } from '../../server/options.js';
  declare const mock: MockClient;
  void mock.sandbox().scenario('/*scenarios*/');
  void mock.sandbox().expectVerified({ requests: [{ operation: '/*operation ids*/' }] });
  fixture('/*operations of fixtures*/', 200);
  fixture('createOrder', /*statuses of fixtures*/);
  const options: ServerOptions = { /*options of a server*/ };
`;

describe('the public types', () => {
  const editor = openEditor(entries, sample);

  it.each([
    ['scenarios', ['flaky', 'normal', 'rate-limited', 'server-error']],
    ['operation ids', ['createOrder', 'getShippingRates']],
    ['operations of fixtures', ['createOrder', 'getShippingRates']],
    ['statuses of fixtures', ['429']],
    ['options of a server', ['port', 'quota', 'seed']],
  ])('complete %s, such as %j', (mark, names) => {
    expect(editor.completionsAt(`/*${mark}*/`)).toEqual(expect.arrayContaining(names));
  });

  it('say of every export, and of each of its fields, what it is', () => {
    expect(undocumented(editor, entries)).toEqual([]);
  });
});
