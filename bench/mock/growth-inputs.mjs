/** Inputs of any size for the growth curves: documents and folders of scenarios. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { folder } from '../processes/temporary-folder.mjs';

const { parse } = createRequire(new URL('../../package.json', import.meta.url))('yaml');
const document = new URL('../../openapi.yaml', import.meta.url);

/** The document with GET /categories and n - 1 copies of it that no handler knows. @returns path of the file */
export function documentOf(n) {
  const { paths, ...rest } = parse(readFileSync(document, 'utf8'));
  const { get } = paths['/categories'];
  const grown = { '/categories': { get } };
  for (let at = 1; at < n; at += 1) {
    grown[`/generated/${at}`] = { get: { ...get, operationId: `generated${at}` } };
  }
  const file = join(folder, `document-${n}.json`);
  writeFileSync(file, JSON.stringify({ ...rest, paths: grown }));
  return file;
}

/** A folder of n scenarios, `made-1` to `made-n`, that change one header of the response. @returns its path */
export function scenariosOf(n) {
  const path = join(folder, `scenarios-${n}`);
  mkdirSync(path, { recursive: true });
  for (let at = 1; at <= n; at += 1) {
    const text = `title: Made ${at}\nadvice: None.\noperations: [listCategories]\nheaders:\n  set: { X-Made: "${at}" }\n`;
    writeFileSync(join(path, `made-${at}.yaml`), text);
  }
  return path;
}

/** A folder with the scenario `categories`: as many categories as n. @returns its path */
export function categoriesOf(n) {
  const path = join(folder, `categories-${n}`);
  mkdirSync(path, { recursive: true });
  const change = n <= 10 ? 'limit: /data' : 'repeat: /data';
  const text = `title: ${n} categories\nadvice: None.\noperations: [listCategories]\npatch:\n  - ${change}\n    length: ${n}\n    ${n <= 10 ? '' : 'unique: [id]'}\n`;
  writeFileSync(join(path, 'categories.yaml'), text);
  return path;
}
