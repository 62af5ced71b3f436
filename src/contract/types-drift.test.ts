import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ScenarioCatalogue } from '../scenarios/scenario-catalogue.js';
import { loadShippingContract } from '../shipping/shipping-service.js';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { packageFile } from './package-root.js';

it('the generated types are those of the document; npm run types makes them', () => {
  const fresh = join(temporaryFolder(), 'openapi.ts');
  const program = packageFile('node_modules', 'openapi-typescript', 'bin', 'cli.js');
  execFileSync(process.execPath, [program, packageFile('openapi.yaml'), '-o', fresh], { stdio: 'pipe' });
  const kept = readFileSync(packageFile('src', 'contract', 'generated', 'openapi.ts'), 'utf8');
  expect(kept).toBe(readFileSync(fresh, 'utf8'));
});

it('the generated names of scenarios are those of the files; UPDATE_FILES=1 writes them anew', async () => {
  const file = packageFile('src', 'contract', 'generated', 'scenario-names.ts');
  const names = readdirSync(packageFile('scenarios')).flatMap((name) => /^(.*)\.yaml$/.exec(name)?.[1] ?? []);
  const statuses = new ScenarioCatalogue(await loadShippingContract(), new Map()).names();
  const kept = readFileSync(file, 'utf8');
  const members = (list: readonly string[]): string => list.map((name) => `\n  | '${name}'`).join('');
  const [head = ''] = kept.split('\n  |');
  const fresh = `${head}${members(names)};

/** An error that the document has or that any request may meet. */
export type ShippedStatus =${members(statuses)};
`;
  if (process.env.UPDATE_FILES === '1') writeFileSync(file, fresh);
  else expect(kept).toBe(fresh);
});
