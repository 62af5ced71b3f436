import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { packageFile } from '../../../contract/package-root.js';
import { code, markdownTable } from './markdown-table.js';

const methods = ['get', 'put', 'post', 'delete'];

/** Every call of the control API, from its OpenAPI document. */
export function controlApiTable(): string {
  const { paths } = parse(readFileSync(packageFile('src', 'control', 'control-api.yaml'), 'utf8')) as {
    paths: Record<string, Record<string, { summary: string; security?: unknown[] }>>;
  };
  const rows = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, { summary, security }]) => [
        code(`${method.toUpperCase()} /__drydock${path}`),
        summary,
        security?.length === 0 ? 'no' : 'yes',
      ]),
  );
  return markdownTable(['call', 'what it does', 'token'], rows);
}
