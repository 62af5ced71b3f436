import type { CheckContext, SchemaProblem } from '../rules/check-context.js';
import { weaker } from '../level.js';
import type { Breach, Finding } from '../rules/rule.js';
import type { CompletedExchange } from '../target/exchange.js';
import { kindAdded } from './shown-with-kind.js';

/** Further breaches of the same rule in one response add nothing. */
const maxBreaches = 20;

/**
 * The schema problems of a response that one rule reports.
 *
 * @param isOwn whether a problem belongs to the rule, by its pointer and text
 */
export function schemaBreaches(
  exchange: CompletedExchange,
  context: CheckContext,
  isOwn: (problem: SchemaProblem) => boolean,
): Finding {
  const problems = context.schemaProblems(exchange).filter(isOwn).slice(0, maxBreaches);
  if (problems.length === 0) return exchange.json.ok ? 'pass' : undefined;
  return problems.map((problem) => ({ ...breachOf(problem), pointer: problem.pointer }));
}

function breachOf({ text, level, documentPointer, ownMistake }: SchemaProblem): Breach {
  const actual = kindAdded(text);
  if (ownMistake === undefined)
    return { actual, level, ...(documentPointer !== undefined && { documentPointer }) };
  return {
    actual: `${actual}: the document's own mistake, ${ownMistake.why}`,
    level: weaker(level, 'ASSUMED'),
    documentPointer: ownMistake.pointer,
    kind: `own mistake ${ownMistake.pointer}`,
  };
}
