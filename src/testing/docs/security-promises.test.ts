import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { packageFile } from '../../contract/package-root.js';

it('every security promise of docs/reliability.md names a test that exists', () => {
  const page = readFileSync(packageFile('docs', 'reliability.md'), 'utf8');
  const [, section = ''] = /\n## Security\n(.*?)\n### /s.exec(page) ?? [];
  const rows = [...section.matchAll(/^\| [A-Z].* \| `(.*)` \|$/gm)].map(([, file = '']) => file);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter((file) => !file.endsWith('.test.ts') || !existsSync(packageFile(file)))).toEqual([]);
});
