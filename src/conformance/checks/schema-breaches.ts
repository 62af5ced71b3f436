import type { AnsweredExchange } from '../target/exchange.js';
import type { Judging, SchemaProblem } from '../rules/check-context.js';
import type { Judgement } from '../rules/rule.js';

/** More breaches than these of one answer in one rule say nothing more. */
const most = 20;

/**
 * What the schema of an answer finds at the places that a rule speaks for.
 *
 * @param claims which problems are this rule's; told the JSON pointer and the value that stands there
 */
export function schemaBreaches(
  exchange: AnsweredExchange,
  judging: Judging,
  claims: (problem: SchemaProblem) => boolean,
): Judgement {
  if (!exchange.json.ok) return undefined;
  const problems = judging.schemaProblems(exchange).filter(claims).slice(0, most);
  if (problems.length === 0) return 'kept';
  return problems.map((problem) => ({
    actual: problem.text,
    pointer: problem.pointer,
    level: problem.level,
    ...(problem.documentPointer === undefined ? {} : { documentPointer: problem.documentPointer }),
  }));
}
