import type { ExplainedEntry, JournalSummary } from '../../client/index.js';
import { integer, listOf, nullableString, openObject, string, strings } from '../schemas.js';

/** The parts of a summary that a line tells. */
type Line = Pick<
  JournalSummary,
  | ('id' | 'time' | 'method' | 'path' | 'query' | 'operation' | 'status')
  | ('scenario' | 'problems' | 'fault' | 'ending' | 'findings')
>;

/** An exchange in a line. */
export const lineSchema = {
  always: {
    id: integer,
    time: string,
    method: string,
    path: string,
    operation: nullableString,
    status: integer,
    scenario: { ...strings, description: 'Names of the scenarios that applied.' },
    problems: { type: 'integer', description: 'How many things were wrong with the request.' },
  },
  sometimes: {
    fault: { type: 'string', description: 'How a scenario broke the connection.' },
    ending: { type: 'string', description: 'How the response ended, where it was not complete.' },
    findings: { type: 'integer', description: 'How many rules a proxy saw broken.' },
  },
};

/** An exchange in full; the control API describes what is in it. */
const exchange = openObject({
  id: integer,
  operation: nullableString,
  request: openObject({ method: string, path: string, query: string, headers: { type: 'object' } }),
  problems: listOf(openObject({ pointer: string, text: string })),
  response: openObject({ status: integer, headers: { type: 'object' } }),
  scenario: { type: ['object', 'null'] },
});

/** An exchange in full, with what the service says about its charges. */
export const explainedExchange = {
  ...exchange,
  properties: { ...exchange.properties, charges: true },
  required: [...exchange.required, 'charges'],
};

/** A line as `lineSchema` describes it. */
export function lineOf(summary: Line) {
  const { id, time, method, path, query, operation, status, scenario, problems } = summary;
  const { fault, ending, findings } = summary;
  return {
    ...{ id, time, method, path: query === '' ? path : `${path}?${query}` },
    ...{ operation, status, scenario, problems },
    ...(fault === null ? {} : { fault }),
    ...(ending === 'complete' ? {} : { ending: ending ?? 'pending' }),
    ...(findings === undefined ? {} : { findings }),
  };
}

/** An exchange in full behind its line. */
export function withLine(exchange: ExplainedEntry) {
  const { id, time, request, operation, response, scenario, problems, delivery, findings } = exchange;
  const summary = {
    ...{ id, time, method: request.method, path: request.path, query: request.query, operation },
    ...{ status: response.status, scenario: scenario?.names ?? [], problems: problems.length },
    ...{ fault: scenario?.fault ?? null, ending: delivery.ending },
    ...(findings === undefined || findings.length === 0 ? {} : { findings: findings.length }),
  };
  return { ...lineOf(summary), exchange };
}
