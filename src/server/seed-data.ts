import * as yaml from 'yaml';
import { readSource } from '../contract/files/document-files.js';
import type { StatefulAnswers } from '../foreign/stateful/stateful-answers.js';
import { OptionError } from './options.js';

/**
 * Has a mock that remembers begin with the items of a file.
 *
 * @throws OptionError for a file that can't be used, with its line
 */
export function beginWith(stateful: StatefulAnswers, file: string): void {
  const source = readSource(yaml, file, 'the seed data', OptionError);
  const problem = stateful.begin(source.value);
  if (problem)
    throw new OptionError(`${file}:${source.linesOf([problem.pointer])[0] ?? 1}: ${problem.text}.`);
}
