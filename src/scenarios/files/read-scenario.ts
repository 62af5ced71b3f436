import type { Contract } from '../../contract/contract.js';
import { toPointer } from '../../contract/json-pointer.js';
import { nearest } from '../../contract/nearest-names.js';
import type { Operation } from '../../contract/operations.js';
import type { Problem } from '../../contract/validation/problem-text.js';
import type { ReadContext } from './read-context.js';
import { readEffect } from './read-effect.js';
import type { Condition, EffectTemplate, Match, Scenario, Schedule, Step } from '../scenario.js';
import type { ConditionFields, EffectFields, ScenarioFile, StepFields } from './scenario-file.js';

/**
 * Makes a scenario of a file that the schema has accepted, and holds it against the document.
 *
 * @param name the scenario's name
 * @param file the path to show; undefined for a definition that is not saved
 * @param report called with everything that is wrong; when it was called the scenario must not be used
 * @param checked whether the build has held the file against this document already
 */
export function readScenario(
  name: string,
  file: string | undefined,
  content: ScenarioFile,
  contract: Contract,
  report: (problem: Problem) => void,
  checked = false,
): Scenario {
  const breaksContract = content.breaksContract ?? false;
  const operations = readOperations(content, contract, report);
  const context: ReadContext = {
    contract,
    operations,
    narrow: !Array.isArray(content.operations),
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
  return {
    name,
    title: content.title,
    advice: content.advice,
    file,
    breaksContract,
    operations: new Set(context.operations.map(({ id }) => id)),
    match: readMatch(content, report),
    schedule,
  };
}

function readOperations(
  content: ScenarioFile,
  contract: Contract,
  report: (problem: Problem) => void,
): readonly Operation[] {
  if (!Array.isArray(content.operations)) return contract.operations;
  const ids = contract.operations.map(({ id }) => id);
  content.operations.forEach((id, index) => {
    if (ids.includes(id)) return;
    const near = nearest(id, ids, 3);
    const hint =
      near.length > 0 ? `did you mean ${near.join(' or ')}?` : `it has ${ids.slice(0, 12).join(', ')}`;
    report({
      pointer: `/operations/${index}`,
      text: `operations[${index}]: the document has no operation ${JSON.stringify(id)}; ${hint}`,
    });
  });
  const wanted = new Set(content.operations);
  return contract.operations.filter(({ id }) => wanted.has(id));
}

const effectKeys = ['answer', 'patch', 'headers', 'delay', 'quota', 'fault'] as const;

function hasEffect(fields: EffectFields): boolean {
  return effectKeys.some((key) => fields[key] !== undefined);
}

function readSchedule(content: ScenarioFile, context: ReadContext): Schedule {
  if (content.steps) return readSequence(content.steps, content, context);
  if (!hasEffect(content)) {
    const text = `${context.root} must say what happens, by ${effectKeys.join(', ')} or steps`;
    context.report({ pointer: '', text });
  }
  const effect = readEffect(content, '', context);
  const when = content.when;
  if (when === undefined || when === 'always') return { kind: 'always', effect };
  if (when.first !== undefined) return { kind: 'first', times: when.first, effect };
  if (when.call !== undefined) return { kind: 'calls', calls: new Set([when.call].flat()), effect };
  if (when.every !== undefined) return { kind: 'every', nth: when.every, effect };
  return { kind: 'probability', probability: when.probability ?? 1, effect };
}

function readSequence(
  steps: readonly ('normal' | StepFields)[],
  content: ScenarioFile,
  context: ReadContext,
): Schedule {
  const misplaced = [...effectKeys, 'when' as const].filter((key) => content[key] !== undefined);
  for (const key of misplaced) {
    const text = `${key} can't stand beside steps; put it into a step`;
    context.report({ pointer: `/${key}`, text: key === 'when' ? "when can't stand beside steps" : text });
  }
  if (!steps.some((step) => step !== 'normal' && hasEffect(step)))
    context.report({ pointer: '/steps', text: 'steps must have one that is not normal' });
  return {
    kind: 'sequence',
    atEnd: content.atEnd ?? 'normal',
    steps: steps.map((step, index) => readStep(step, index, context)),
  };
}

function readStep(step: 'normal' | StepFields, index: number, context: ReadContext): Step {
  if (step === 'normal') return { times: 1, label: undefined, effect: undefined };
  const effect: EffectTemplate | undefined = hasEffect(step)
    ? readEffect(step, `/steps/${index}`, context)
    : undefined;
  return { times: step.times ?? 1, label: step.label, effect };
}

function readMatch(content: ScenarioFile, report: (problem: Problem) => void): Match {
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
  report: (problem: Problem) => void,
): Condition {
  if (fields.exists !== undefined) return { kind: 'exists', exists: fields.exists };
  if (fields.pattern === undefined) return { kind: 'equals', value: fields.equals };
  try {
    return { kind: 'pattern', pattern: new RegExp(fields.pattern, 'u') };
  } catch (error) {
    const text = `pattern is not a regular expression: ${(error as Error).message}`;
    report({ pointer: toPointer([...path, 'pattern']), text });
    return { kind: 'exists', exists: true };
  }
}
