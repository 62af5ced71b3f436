import type { Case } from '../cases/case.js';
import { toPointer } from '../../contract/json-pointer.js';
import { printableLine } from '../printable.js';
import type { CheckResult } from '../rules/evaluate-rule.js';
import { sendsRequests } from '../rules/applies-to.js';
import type { LoadedRule } from '../rules/rule.js';
import { requestRules } from './traffic-rules.js';
import type { RequestValidity } from './request-validity.js';
import type { TrafficRoute } from './traffic-router.js';

/** The findings about a request itself; none where its response is a finding for the same reason. */
export function foundIn(
  route: TrafficRoute,
  validity: RequestValidity | undefined,
  found: ReadonlyMap<LoadedRule, CheckResult>,
  { request: { method } }: Case,
): [LoadedRule, CheckResult][] {
  if (route.kind === 'elsewhere') return [];
  const path = route.path.split('?', 1)[0] ?? '';
  if (route.kind === 'unknown path')
    return [[requestRules.unknownPath, breach(`${method} ${path}`, `${method} ${shapeOf(path)}`)]];
  if (route.kind === 'wrong method') {
    const actual = `${method} ${path}, where the document has ${route.allowed.join(', ')}`;
    return [[requestRules.wrongMethod, breach(actual, `${method} ${shapeOf(path)}`)]];
  }
  const isTold = [...found].some(([rule, { breaches }]) => sendsRequests(rule) && breaches.length > 0);
  return validity === undefined || isTold ? [] : [[requestRules.invalid, problemsIn(validity)]];
}

/** Further problems of one request add nothing. */
const maxProblems = 20;

function problemsIn({ stated, assumed }: RequestValidity): CheckResult {
  const breaches = [...stated, ...assumed]
    .slice(0, maxProblems)
    .map(({ kind, pointer, text, documentPointer }) => ({
      actual: text,
      level: 'ASSUMED' as const,
      kind: `${kind} at ${pointer.replace(/\/\d+(?=\/|$)/g, '/*')}`,
      ...(documentPointer === undefined ? {} : { documentPointer }),
    }));
  return { breaches };
}

function breach(actual: string, kind: string): CheckResult {
  return { breaches: [{ actual: printableLine(actual), kind, level: 'ASSUMED' }] };
}

/** Segments that can be numbers or ids are alike. */
function shapeOf(path: string): string {
  return toPointer(
    path
      .split('/')
      .slice(1)
      .map((segment) => (/\d/.test(segment) ? '*' : segment.slice(0, 40))),
  );
}
