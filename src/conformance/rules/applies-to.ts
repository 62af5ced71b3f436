import type { Case } from '../cases/case.js';
import type { Exchange } from '../target/exchange.js';
import type { LoadedRule, ResponseScope } from './rule.js';

/** Returns whether a rule checks anything under a document. */
export function appliesToDocument({ appliesTo }: LoadedRule, isOwnDocument: boolean): boolean {
  return appliesTo.document === 'any' || (appliesTo.document === 'service') === isOwnDocument;
}

/** Returns whether a rule checks the response to a planned case: its own, or one that may bring a response in its scope. */
export function appliesToCase(rule: LoadedRule, item: Case): boolean {
  if (sendsRequests(rule)) return rule.id === item.ruleId;
  const scope: ResponseScope = rule.appliesTo;
  return isInScope(scope, item) && mayBring(scope.status, item);
}

/** Returns whether a rule checks what came back for a case. */
export function appliesToExchange(rule: LoadedRule, { case: item, request, outcome }: Exchange): boolean {
  if (sendsRequests(rule)) return rule.id === item.ruleId;
  const scope: ResponseScope = rule.appliesTo;
  if (!isInScope(scope, item)) return false;
  // Responses of another method of the path are not the operation's.
  if (scope.operation !== undefined && item.operation?.method.toUpperCase() !== request.method) return false;
  if (scope.status === undefined) return true;
  if (outcome.kind === 'no response') return false;
  return scope.status === 'error' ? outcome.status >= 400 : outcome.status === scope.status;
}

/** Returns whether a rule sends requests of its own and checks nothing else. */
export function sendsRequests(rule: LoadedRule): boolean {
  return rule.cases !== undefined || rule.probe !== undefined;
}

/** Returns whether a rule checks what a target says of the problems that a case has on purpose. */
export function isAboutProblems(rule: LoadedRule, item: Case): boolean {
  if (item.problems.length === 0) return false;
  if (sendsRequests(rule)) return rule.id === item.ruleId;
  return (rule.appliesTo as ResponseScope).invalidBody === true;
}

function isInScope({ operation, invalidBody }: ResponseScope, item: Case): boolean {
  if (operation !== undefined && item.operation?.id !== operation) return false;
  return invalidBody !== true || item.problems.length > 0;
}

/** Any request may meet an error or the rate limit; any other status comes only where a case accepts it. */
function mayBring(status: ResponseScope['status'], { accept }: Case): boolean {
  return status === undefined || status === 'error' || status === 429 || accept.includes(status);
}
