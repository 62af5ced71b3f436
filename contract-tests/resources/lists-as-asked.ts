import { isObject } from '../../src/contract/schema/json-equal.js';
import { resolveSchema, typeOf } from '../../src/contract/schema/resolve-schema.js';
import type { Operation } from '../../src/contract/operations.js';
import { ordinaryParameters } from '../../src/conformance/cases/credentials/credential.js';
import { withParameter } from '../../src/conformance/cases/parameters/parameter-text.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';

/** Names of parameters that bound the length of a page. */
const sizeName = /^(?:limit|size|per_?page|page_?size|page_?limit|max_?(?:results|items|count))$/i;

export default rule({
  title: 'A list has no more elements than were asked for, and only those with the value that was asked for.',
  level: 'MUST',
  section: 'document',
  sentence: 'The parameters of an operation that lists.',
  expected: [
    'with limit=1 or its like: one element at most',
    'with a listed value for a parameter that is named like a field: elements with that value alone',
  ],
  appliesTo: { document: 'other' },
  async probe(session) {
    const conclusions: Conclusion[] = [];
    for (const operation of session.planner.operations)
      if (operation.method === 'get' && !operation.path.includes('{'))
        conclusions.push(...(await listed(session, operation)));
    return conclusions;
  },
});

async function listed(session: Session, operation: Operation): Promise<Conclusion[]> {
  const { planner, context } = session;
  const { contract } = context.stated;
  const conclusions: Conclusion[] = [];
  for (const parameter of ordinaryParameters(contract, operation)) {
    const { name, in: place, schema } = parameter.value;
    if (place !== 'query' || schema === undefined) continue;
    const resolved = resolveSchema(contract.document, schema);
    const isSize = sizeName.test(name) && typeOf(resolved) === 'integer' && (resolved.minimum ?? 1) <= 1;
    const values = isSize ? [1] : typeOf(resolved) === 'string' ? (resolved.enum ?? []).slice(0, 5) : [];
    for (const value of values) {
      const exchange = await session.send({
        ...{ detail: `${name}=${String(value)}`, title: `${name} is ${String(value)}`, operation },
        request: withParameter(planner.request(operation), parameter.value, value),
        accept: planner.successStatuses(operation),
      });
      const elements = exchange && elementsOf(exchange);
      if (exchange === undefined || elements === undefined) continue;
      const actual = isSize
        ? elements.length > 1 && `${elements.length} elements`
        : otherValue(elements, name, value);
      conclusions.push({ exchange, breach: actual ? { actual } : 'pass' });
    }
  }
  return conclusions;
}

/** An element's own value of the field with the parameter's name, where it is another. */
function otherValue(elements: readonly unknown[], name: string, value: unknown): string | false {
  const others = elements.flatMap((element) => {
    const own = isObject(element) ? element[name] : undefined;
    return typeof own === 'string' && own !== value ? [own] : [];
  });
  const [first] = others;
  return first !== undefined && `an element whose ${name} is ${JSON.stringify(first.slice(0, 60))}`;
}

/** The list of a response: the body, or its only array. */
function elementsOf({ response, json }: CompletedExchange): readonly unknown[] | undefined {
  if (response.status !== 200 || !json.ok) return undefined;
  const body = json.value;
  if (Array.isArray(body)) return body as unknown[];
  if (!isObject(body)) return undefined;
  const lists = Object.values(body).filter((value) => Array.isArray(value));
  return lists.length === 1 ? lists[0] : undefined;
}
