import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { packageFile } from '../../contract/package-root.js';

it('every promise of README names a test that is there', () => {
  const readme = readFileSync(packageFile('README.md'), 'utf8');
  const [, section = ''] = /\n## Security\n(.*?)\n## /s.exec(readme) ?? [];
  const promises = [...section.matchAll(/^\| ([A-Z].*) \| `(.*)` \|$/gm)];
  expect(promises.length).toBeGreaterThan(5);
  expect(promises.filter(([, , file = '']) => !existsSync(packageFile(file)))).toEqual([]);
});
