import { isDeepStrictEqual } from 'node:util';
import * as yaml from 'yaml';
import type { ScenarioFile } from '../../scenarios/schema/scenario-file.js';

/** The text of a scenario's file, which reads back as the same. */
export function scenarioYaml(content: ScenarioFile): string {
  // Without folding: a reader of the file finds a text as it was sent.
  const text = yaml.stringify(content, { lineWidth: 0, aliasDuplicateObjects: false });
  const quoted = { lineWidth: 0, aliasDuplicateObjects: false, defaultStringType: 'QUOTE_DOUBLE' } as const;
  return isDeepStrictEqual(yaml.parse(text), content) ? text : yaml.stringify(content, quoted);
}
