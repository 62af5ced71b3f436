import { toPointer } from '../../contract/json-pointer.js';
import type { Condition, Match } from '../scenario.js';
import { LinearPattern, UnboundedPatternError } from '../../contract/patterns/linear-pattern.js';
import type { ConditionFields, ScenarioFile } from '../schema/scenario-file.js';
import type { ReadContext } from './read-context.js';

/** Reads the conditions on a request for the scenario to apply. */
export function readMatch(content: ScenarioFile, report: ReadContext['report']): Match {
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
