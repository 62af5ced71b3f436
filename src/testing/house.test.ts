/** The size of the rooms: a folder is one idea, which a reader can take in at once. */
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { packageFile } from '../contract/package-root.js';

/** Number of modules that a folder may have; tests, data and generated files aside. */
const maxModules = 14;

const isModule = (name: string): boolean => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name);

/** The modules directly in each folder of src, by the folder's path. */
function modulesByFolder(): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const entry of readdirSync(packageFile('src'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !isModule(entry.name) || entry.parentPath.endsWith('generated')) continue;
    folders.set(entry.parentPath, [...(folders.get(entry.parentPath) ?? []), entry.name]);
  }
  return folders;
}

// contract-tests has one file for each rule, in folders that are the topics of rule ids: as many as the topic has rules.
it(`no folder of src has more than ${maxModules} modules`, () => {
  const folders = modulesByFolder();
  expect(folders.get(packageFile('src', 'testing'))).toContain('temporary-folder.ts');
  const crowded = [...folders].filter(([, modules]) => modules.length > maxModules);
  expect(crowded.map(([folder, modules]) => `${folder}: ${modules.length} modules`)).toEqual([]);
});
