import * as yaml from 'yaml';
import { maxFileBytes } from '../contract/files/document-files.js';
import { parseSource, SourceError, type ParsedSource } from '../contract/files/parse-source.js';
import { readBoundedFile } from '../contract/files/read-bounded-file.js';
import { systemFailure } from '../contract/system-failure.js';
import type { StatefulAnswers } from '../foreign/stateful/stateful-answers.js';
import { OptionError } from './options.js';

/**
 * Has a mock that remembers begin with the items of a file.
 *
 * @throws OptionError for a file that can't be used, with its line
 */
export function beginWith(stateful: StatefulAnswers, file: string): void {
  const source = readSeedFile(file);
  const problem = stateful.begin(source.value);
  if (problem)
    throw new OptionError(`${file}:${source.linesOf([problem.pointer])[0] ?? 1}: ${problem.text}.`);
}

function readSeedFile(file: string): ParsedSource {
  try {
    return parseSource(yaml, readBoundedFile(file, { maxBytes: maxFileBytes, pipes: true }));
  } catch (cause) {
    if (cause instanceof SourceError)
      throw new OptionError(`${file}:${cause.line}: ${cause.message}.`, { cause });
    throw new OptionError(`Failed to read the seed data ${file}: ${systemFailure(cause, 'file')}.`, {
      cause,
    });
  }
}
