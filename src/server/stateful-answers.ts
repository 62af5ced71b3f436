import * as yaml from 'yaml';
import type { Contract } from '../contract/contract.js';
import { maxFileBytes } from '../contract/files/document-files.js';
import { parseSource, SourceError, type ParsedSource } from '../contract/files/parse-source.js';
import { readBoundedFile } from '../contract/files/read-bounded-file.js';
import { systemFailure } from '../contract/system-failure.js';
import type { DocumentAnswers } from '../foreign/document-answers.js';
import { StatefulAnswers, type Memory } from '../foreign/stateful/stateful-answers.js';
import { OptionError } from './options.js';

/**
 * Answers that remember, beginning with the items of a file where one is given.
 *
 * @throws OptionError for a file that can't be used, with its line
 */
export function statefulAnswers(
  contract: Contract,
  answers: DocumentAnswers,
  memory: Memory,
  file: string | undefined,
): StatefulAnswers {
  const stateful = new StatefulAnswers(contract, answers, memory);
  if (file === undefined) return stateful;
  const source = readSeedFile(file);
  const problem = stateful.begin(source.value);
  if (problem)
    throw new OptionError(`${file}:${source.linesOf([problem.pointer])[0] ?? 1}: ${problem.text}.`);
  return stateful;
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
