/** Runtime expressions (OpenAPI 3.1, section 4.8.20.4): texts that stand for a part of a request or of its response. */
import { valueAt } from '../../contract/json-pointer.js';

/** The parts of an exchange that expressions name. */
export interface ExpressionFacts {
  readonly url: string;
  readonly method: string;
  readonly statusCode: number;
  readonly request: MessageFacts;
  readonly response: MessageFacts;
}

export interface MessageFacts {
  /** @param name in lower case */
  readonly header: (name: string) => string | undefined;
  readonly query: (name: string) => string | undefined;
  readonly path: (name: string) => string | undefined;
  /** The value of the body; undefined where there is none. */
  readonly body: unknown;
}

/**
 * Replaces the expressions in a text: the text is one, or has them in braces.
 *
 * @returns undefined where a part that it names is not there, or is neither a text nor a number
 */
export function expandExpressions(text: string, facts: ExpressionFacts): string | undefined {
  if (text.startsWith('$')) return valueOf(text, facts);
  const expressions = [...text.matchAll(/\{(\$[^{}]*)\}/g)].map(([, expression = '']) => expression);
  const values = new Map(expressions.map((expression) => [expression, valueOf(expression, facts)]));
  if ([...values.values()].includes(undefined)) return undefined;
  return text.replaceAll(/\{(\$[^{}]*)\}/g, (_, expression: string) => values.get(expression) ?? '');
}

function valueOf(expression: string, facts: ExpressionFacts): string | undefined {
  if (expression === '$url') return facts.url;
  if (expression === '$method') return facts.method;
  if (expression === '$statusCode') return String(facts.statusCode);
  const parts = /^\$(request|response)\.(?:(header|query|path)\.(.+)|body(?:#(.*))?)$/s.exec(expression);
  if (!parts) return undefined;
  const [, side, place, name = '', pointer = ''] = parts;
  const message = side === 'request' ? facts.request : facts.response;
  if (place === 'header') return message.header(name.toLowerCase());
  if (place === 'query' || place === 'path') return message[place](name);
  const value = valueAt(message.body, pointer);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
