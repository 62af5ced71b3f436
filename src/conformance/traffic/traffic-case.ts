import { requestFields } from '../../contract/schema/request-fields.js';
import { observedCase, type Case } from '../cases/case.js';
import { formatLevel } from '../cases/bodies/mutated-bodies.js';
import { levelElsewhere } from '../cases/other-statuses.js';
import type { RequestParts } from '../cases/request.js';
import type { StatedContract } from '../document/stated-contract.js';
import { weaker } from '../level.js';
import { printableLine, printableName } from '../printable.js';
import { sendsRequests } from '../rules/applies-to.js';
import type { LoadedRule } from '../rules/rule.js';
import type { TrafficCase, TrafficProblem, TrafficRequest } from '../rules/traffic-request.js';
import { readJson } from '../target/json-body.js';
import { lacksCredentials, type RequestValidity } from './request-validity.js';
import type { TrafficExchange } from './traffic-exchange.js';
import type { TrafficRoute } from './traffic-router.js';

interface Facts {
  readonly stated: StatedContract;
  readonly rules: readonly LoadedRule[];
  readonly exchange: TrafficExchange;
  readonly parts: RequestParts;
  readonly route: TrafficRoute;
  /** Undefined outside of every operation. */
  readonly validity: RequestValidity | undefined;
  readonly status: number | undefined;
}

/** A request of ordinary traffic as if it had been planned, and which rules judge its response. */
export function trafficCase(facts: Facts): { item: Case; applies: (rule: LoadedRule) => boolean } {
  const request = requestOf(facts);
  const [own] = facts.rules.flatMap((rule) => {
    const made = request && sendsRequests(rule) ? rule.inTraffic?.(request) : undefined;
    return typeof made === 'object' ? [{ rule, made }] : [];
  });
  const item = { ...plainCase(facts), ...(own && ownCase(facts.stated, request, own)) };
  const applies = (rule: LoadedRule): boolean => {
    if (rule === own?.rule || request === undefined) return true;
    return !sendsRequests(rule) && rule.inTraffic?.(request) !== false;
  };
  return { item, applies };
}

function requestOf({ stated, exchange, parts, route, validity, status }: Facts): TrafficRequest | undefined {
  if (route.kind !== 'operation' || validity === undefined) return undefined;
  const { operation } = route;
  const isValid = validity.isKnown && validity.stated.length + validity.assumed.length === 0;
  const lacks = exchange.credentialsRemoved !== true && lacksCredentials(stated, operation, parts);
  return {
    contract: stated,
    operation,
    parts,
    status,
    problems: validity.stated,
    isValid,
    lacksCredentials: lacks,
  };
}

function plainCase({ stated, exchange, parts, route, validity, status }: Facts): Case {
  const operation = route.kind === 'operation' ? route.operation : undefined;
  const path = parts.path.split('?', 1)[0] ?? '';
  const title = printableLine(`${parts.method} ${path}, ${exchange.id}`);
  return {
    ...observedCase(stated, operation, { id: printableName(exchange.id), title, request: parts }),
    problems: status === 400 && validity && operation ? toldProblems(stated, validity, parts, operation) : [],
  };
}

/** More problems than a server must list: it may stop before. */
const maxTold = 20;

/**
 * The problems that a 400 must name: none where the request has other faults as well, which the server may report too, such as fields that
 * the document doesn't have.
 */
function toldProblems(
  stated: StatedContract,
  validity: RequestValidity,
  { body, path }: RequestParts,
  operation: NonNullable<Case['operation']>,
): readonly TrafficProblem[] {
  const { stated: problems, assumed } = validity;
  if (problems.length > maxTold || assumed.length > 0 || path.includes('?')) return [];
  const read = body && readJson(body);
  if (!read?.ok) return problems;
  const known = new Set(requestFields(stated.contract.document, operation));
  return hasOnly(read.value, '', known) ? problems : [];
}

function hasOnly(value: unknown, pointer: string, known: ReadonlySet<string>): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every((one) => hasOnly(one, `${pointer}/*`, known));
  // Inside of a field that is wrong as a whole, nothing is known.
  const isOpen = ![...known].some((field) => field.startsWith(`${pointer}/`));
  return Object.entries(value).every(([name, one]) => {
    const field = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return isOpen || (known.has(field) && hasOnly(one, field, known));
  });
}

function ownCase(
  stated: StatedContract,
  request: TrafficRequest | undefined,
  { rule, made }: { rule: LoadedRule; made: TrafficCase },
): Partial<Case> {
  const { operation } = request ?? {};
  const { problems = [], accept, title, parameter } = made;
  const { level: limit = 'MUST' } = formatLevel({ stated }, problems[0]);
  const binding = made.level ?? weaker(weaker(rule.level, stated.levelOf(operation)), limit);
  const draft = { detail: '', title, operation, request: request?.parts ?? noParts, accept, problems };
  return {
    ruleId: rule.id,
    title: printableLine(title),
    accept,
    problems,
    parameter,
    level: stated.own ? binding : levelElsewhere(draft, binding),
  };
}

const noParts: RequestParts = { method: 'GET', path: '/', headers: {} };
