import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { readBoundedFile } from '../../contract/files/read-bounded-file.js';
import { shownPath } from '../../contract/files/paths.js';
import type { Contract } from '../../contract/contract.js';
import { systemFailure } from '../../contract/system-failure.js';
import { parseScenarioFile, type ParsedScenarioFile } from './parse-scenario-file.js';
import { readScenario, type SavedScenario } from '../reading/read-scenario.js';
import { nameProblem } from '../reading/name-problem.js';
import type { Scenario } from '../scenario.js';

/** The good scenarios of a folder by name, and what is wrong with the others. */
export interface LoadResult {
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly problems: readonly LoadProblem[];
}

/** One thing that is wrong with a file. */
export interface LoadProblem {
  /** The path as a person would type it here. */
  readonly file: string;
  /** From 1; 0 for the folder or the file as a whole. */
  readonly line: number;
  /** A sentence without file and line. */
  readonly text: string;
}

const maxFileBytes = 1_048_576;

/**
 * Loads every scenario of a folder: its `.yaml` and `.yml` files, not those of folders in it. A file with a problem is
 * left out whole, and takes no other with it: the caller decides whether to go on.
 *
 * @param contract the document that the scenarios are held against
 */
export function loadScenarios(folder: string, contract: Contract): LoadResult {
  const scenarios = new Map<string, Scenario>();
  const problems: LoadProblem[] = [];
  for (const file of scenarioFiles(folder, problems)) {
    const found = loadFile(join(folder, file), contract);
    if (Array.isArray(found)) problems.push(...found);
    else if (scenarios.has(found.name)) {
      const text = `another file is called ${found.name} too; rename one.`;
      problems.push({ file: shownPath(join(folder, file)), line: 0, text });
    } else scenarios.set(found.name, found);
  }
  return { scenarios, problems };
}

/**
 * The files of a folder as data, for the build.
 *
 * @throws Error with a line for each problem
 */
export function scenariosToPrecompile(folder: string, contract: Contract): SavedScenario[] {
  const { scenarios, problems } = loadScenarios(folder, contract);
  if (problems.length > 0) throw new Error(problems.map(problemLine).join('\n'));
  return [...scenarios].map(([name, { file = '' }]) => {
    const { content } = parseScenarioFile(readFileSync(file, 'utf8'));
    if (!content) throw new Error(`${file} was good a moment ago and is not now.`);
    return { name, file: `${basename(folder)}/${basename(file)}`, content };
  });
}

/**
 * The scenarios after a folder was loaded again: a file that is bad now keeps what it last was, and so does all of a
 * folder that can't be read.
 */
export function keepLastGood(
  previous: ReadonlyMap<string, Scenario>,
  { scenarios, problems }: LoadResult,
): ReadonlyMap<string, Scenario> {
  const bad = new Set(problems.map(({ file }) => file));
  const kept = [...previous].filter(
    ([name, { file = '' }]) => !scenarios.has(name) && (bad.has(file) || bad.has(dirname(file))),
  );
  return new Map([...scenarios, ...kept]);
}

/** `scenarios/slow.yaml:4: delay must be …`, for the terminal. */
export function problemLine({ file, line, text }: LoadProblem): string {
  return `${file}${line > 0 ? `:${line}` : ''}: ${text}`;
}

function scenarioFiles(folder: string, problems: LoadProblem[]): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => ['.yaml', '.yml'].includes(extname(file)) && !file.startsWith('.'))
      .sort();
  } catch (cause) {
    const reason = systemFailure(cause, 'folder');
    problems.push({ file: shownPath(folder), line: 0, text: `the scenarios can't be read: ${reason}.` });
    return [];
  }
}

/** The scenario of one file, or why there is none. */
function loadFile(path: string, contract: Contract): Scenario | LoadProblem[] {
  const file = shownPath(path);
  const name = basename(path, extname(path));
  const refused = nameProblem(name);
  if (refused !== undefined) return [{ file, line: 0, text: refused }];
  let source: string;
  try {
    source = readBoundedFile(path, { maxBytes: maxFileBytes });
  } catch (cause) {
    return [{ file, line: 0, text: `the file can't be read: ${systemFailure(cause, 'file')}.` }];
  }
  return readSource(name, file, source, contract);
}

function readSource(
  name: string,
  file: string,
  source: string,
  contract: Contract,
): Scenario | LoadProblem[] {
  const { content, problems, lineOf } = parseScenarioFile(source);
  const read = content ? readScenario(name, file, content, contract) : problems;
  if ('name' in read) return read;
  return read.map(({ pointer, text }) => ({
    file,
    line: lineOf(pointer),
    text: /[.?]$/.test(text) ? text : `${text}.`,
  }));
}

/**
 * A scenario's file as it is now.
 *
 * @param folders of scenarios, of which the last that has the file counts
 * @param file as lists show it
 * @throws Node's error when it can't be read
 */
export function readScenarioFile(folders: readonly string[], file: string): ParsedScenarioFile {
  const path = folders.map((folder) => join(folder, basename(file))).findLast((one) => existsSync(one));
  return parseScenarioFile(readBoundedFile(path ?? file, { maxBytes: maxFileBytes }));
}

/** Lists, in sentences, why a text can't be loaded as a scenario file. */
export function sourceProblems(name: string, source: string, contract: Contract): string[] {
  const refused = nameProblem(name);
  if (refused !== undefined) return [refused];
  if (Buffer.byteLength(source) > maxFileBytes)
    return [`it would be larger than ${maxFileBytes / 1024} KiB; choose fewer exchanges.`];
  const read = readSource(name, `${name}.yaml`, source, contract);
  return Array.isArray(read) ? read.map(({ text }) => text) : [];
}
