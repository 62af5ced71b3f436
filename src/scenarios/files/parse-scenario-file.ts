import * as yaml from 'yaml';
import { measureYaml } from '../../contract/files/measure-yaml.js';
import { maxLevels } from '../../contract/files/parse-source.js';
import { fromPointer } from '../../contract/json-pointer.js';
import type { Problem } from '../../contract/validation/problem-text.js';
import { yamlOffset } from '../../contract/document/yaml-offset.js';
import type { ScenarioFile } from '../schema/scenario-file.js';
import { schemaProblems } from '../reading/schema-problems.js';
import { scenarioValidator } from './scenario-validator.js';

/** A scenario file as it stands on disk, accepted by the schema, or what is wrong with it. */
export interface ParsedScenarioFile {
  /** Undefined when there are problems. */
  readonly content: ScenarioFile | undefined;
  readonly problems: readonly Problem[];
  /** The line (from 1) where the value at a JSON pointer stands, or its nearest parent's. */
  readonly lineOf: (pointer: string) => number;
}

/** Parses one file's text and holds it against the schema; nothing of the document is asked yet. */
export function parseScenarioFile(source: string): ParsedScenarioFile {
  const lines = new yaml.LineCounter();
  const parsed = yaml.parseDocument(source, { lineCounter: lines, uniqueKeys: false });
  const [syntaxError] = parsed.errors;
  if (syntaxError) {
    const line = lines.linePos(syntaxError.pos[0]).line;
    const text = `not valid YAML: ${syntaxError.message.split('\n', 1)[0]?.replace(/:$/, '') ?? ''}`;
    return { content: undefined, problems: [{ pointer: '', text }], lineOf: () => line };
  }
  const complaint = measureYaml(yaml, parsed.contents, maxLevels);
  if (complaint) {
    const { line } = lines.linePos(complaint.offset);
    return { content: undefined, problems: [{ pointer: '', text: complaint.message }], lineOf: () => line };
  }
  const content: unknown = parsed.toJS({ maxAliasCount: 100 });
  const problems = schemaProblems(scenarioValidator(), content, 'the file');
  return {
    content: problems.length === 0 ? (content as ScenarioFile) : undefined,
    problems,
    lineOf: (pointer) => lines.linePos(yamlOffset(yaml, parsed, fromPointer(pointer))).line,
  };
}
