import * as yaml from 'yaml';
import { parseYaml, SourceError } from '../../contract/files/parse-source.js';
import type { Problem } from '../../contract/validation/problem-text.js';
import type { ScenarioFile } from '../schema/scenario-file.js';
import { schemaProblems } from '../../contract/validation/problem-text.js';
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
  try {
    const { value, linesOf } = parseYaml(yaml, source);
    const problems = schemaProblems(scenarioValidator(), value, 'the file');
    return {
      content: problems.length === 0 ? (value as ScenarioFile) : undefined,
      problems,
      lineOf: (pointer) => linesOf([pointer])[0] ?? 1,
    };
  } catch (cause) {
    if (!(cause instanceof SourceError)) throw cause;
    const { line, message } = cause;
    return { content: undefined, problems: [{ pointer: '', text: message }], lineOf: () => line };
  }
}
