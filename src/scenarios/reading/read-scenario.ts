import type { Contract } from '../../contract/contract.js';
import { nearest, suggestion } from '../../contract/nearest-names.js';
import type { Operation } from '../../contract/operations.js';
import { toPointer } from '../../contract/json-pointer.js';
import { fieldPath, type Problem } from '../../contract/validation/problem-text.js';
import type { ReadContext } from './read-context.js';
import { readSchedule } from './read-schedule.js';
import type { Scenario, Condition, Match } from '../scenario.js';
import type { ScenarioFile, ConditionFields, ScenarioDefinition } from '../schema/scenario-file.js';
import { LinearPattern, UnboundedPatternError } from '../../contract/patterns/linear-pattern.js';

/**
 * Makes a scenario of a file that the schema has accepted, and holds it against the document.
 *
 * @param name the scenario's name
 * @param file the path to show; undefined for a definition that is not saved
 * @param checked whether the build has held the file against this document already
 * @returns the scenario, or everything that is wrong
 */
export function readScenario(
  name: string,
  file: string | undefined,
  content: ScenarioFile,
  contract: Contract,
  checked = false,
): Scenario | readonly Problem[] {
  const problems: Problem[] = [];
  const report = (problem: Problem): void => void problems.push(problem);
  const breaksContract = content.breaksContract ?? false;
  const operations = readOperations(content, contract, report);
  const context: ReadContext = {
    contract,
    operations,
    narrow: !Array.isArray(content.operations) && content.sequences === undefined,
    breaksContract,
    checked,
    report,
    root: file === undefined ? 'the definition' : 'the file',
  };
  const schedule = readSchedule(content, context);
  if (context.operations.length === 0 && operations.length > 0) {
    const text = 'no operation of the document documents all of its answers';
    report({ pointer: '/operations', text });
  }
  const match = readMatch(content, report);
  if (problems.length > 0) return problems;
  const { title, advice } = content;
  const ids = context.operations.map(({ id }) => id);
  return { name, title, advice, file, breaksContract, operations: new Set(ids), match, schedule };
}

function readOperations(
  content: ScenarioFile,
  contract: Contract,
  report: (problem: Problem) => void,
): readonly Operation[] {
  const named = namedOperations(content);
  if (!named) return contract.operations;
  const ids = contract.operations.map(({ id }) => id);
  for (const { id, pointer } of named) {
    if (ids.includes(id)) continue;
    const hint = suggestion(nearest(id, ids, 3), `it has ${ids.slice(0, 12).join(', ')}`);
    const place = fieldPath(pointer, 'the file');
    report({ pointer, text: `${place}: the document has no operation ${JSON.stringify(id)}; ${hint}` });
  }
  const wanted = new Set(named.map(({ id }) => id));
  return contract.operations.filter(({ id }) => wanted.has(id));
}

/** The operations that a file names, and where; undefined where it is for all. */
function namedOperations({
  operations,
  sequences,
}: ScenarioFile): { id: string; pointer: string }[] | undefined {
  if (sequences) return Object.keys(sequences).map((id) => ({ id, pointer: toPointer(['sequences', id]) }));
  if (!Array.isArray(operations)) return undefined;
  return operations.map((id, index) => ({ id, pointer: `/operations/${index}` }));
}

/** Reads the conditions on a request for the scenario to apply. */
function readMatch(content: ScenarioFile, report: ReadContext['report']): Match {
  const { headers = {}, body = {} } = content.match ?? {};
  return {
    headers: Object.entries(headers).map(([name, fields]) => ({
      name: name.toLowerCase(),
      ...readCondition(fields, ['match', 'headers', name], report),
    })),
    body: Object.entries(body).map(([pointer, fields]) => ({
      pointer,
      ...readCondition(fields, ['match', 'body', pointer], report),
    })),
  };
}

function readCondition(
  fields: ConditionFields,
  path: readonly string[],
  report: ReadContext['report'],
): Condition {
  if (fields.exists !== undefined) return { kind: 'exists', exists: fields.exists };
  if (fields.pattern === undefined) return { kind: 'equals', value: fields.equals };
  try {
    return { kind: 'pattern', pattern: new LinearPattern(fields.pattern) };
  } catch (error) {
    const reason = (error as Error).message;
    const text =
      error instanceof UnboundedPatternError
        ? `pattern can't be searched for in linear time: ${reason}; write it without that`
        : `pattern is not a regular expression: ${reason}`;
    report({ pointer: toPointer([...path, 'pattern']), text });
    return { kind: 'exists', exists: true };
  }
}

/** A scenario file whose content the schema has accepted. */
export interface SavedScenario {
  readonly name: string;
  readonly file: string;
  readonly content: ScenarioFile;
}

/**
 * The scenarios that fit a document, by name: those of whose operations and answers it has all.
 *
 * @param isOwn whether they were held against this very document when they were saved
 */
export function fittingScenarios(
  saved: readonly SavedScenario[],
  contract: Contract,
  isOwn: boolean,
): Map<string, Scenario> {
  const known = new Set(contract.operations.map(({ id }) => id));
  const scenarios = new Map<string, Scenario>();
  for (const { name, file, content } of saved) {
    if (Array.isArray(content.operations) && !content.operations.every((id) => known.has(id))) continue;
    const read = readScenario(name, file, content, contract, isOwn);
    if ('name' in read) scenarios.set(name, read);
  }
  return scenarios;
}

/** The file that a definition would be. */
export function asFile(definition: ScenarioDefinition): ScenarioFile {
  return { title: 'An inline scenario', advice: 'Save it as a file to keep it.', ...definition };
}

/**
 * Makes a scenario of a definition that the schema has accepted, and holds it against the document.
 *
 * @returns the scenario, or why the document has no place for it
 */
export function readDefinition(
  name: string,
  definition: ScenarioDefinition,
  contract: Contract,
): Scenario | readonly Problem[] {
  return readScenario(name, undefined, asFile(definition), contract);
}
