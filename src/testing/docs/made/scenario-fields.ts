import { readFileSync } from 'node:fs';
import { packageFile } from '../../../contract/package-root.js';
import { code, markdownTable } from './markdown-table.js';

interface DescribedSchema {
  readonly description?: string;
  readonly $ref?: string;
}

/** Lists the fields of a scenario file, from the JSON Schema that editors and the loader use. */
export function scenarioFields(): string {
  const schema = JSON.parse(readFileSync(packageFile('scenarios', 'scenario.schema.json'), 'utf8')) as {
    properties: Record<string, DescribedSchema>;
    $defs: Record<string, DescribedSchema>;
  };
  const rows = Object.entries(schema.properties).map(([name, property]) => {
    const target = property.$ref?.replace('#/$defs/', '') ?? '';
    const description = property.description ?? schema.$defs[target]?.description;
    if (description === undefined) throw new Error(`scenario.schema.json does not describe ${name}.`);
    return [code(name), description];
  });
  return markdownTable(['field', 'meaning'], rows);
}
