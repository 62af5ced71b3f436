import { ordinaryParameters } from '../../../src/conformance/cases/credentials/credential.js';
import { withParameter } from '../../../src/conformance/cases/parameters/parameter-text.js';
import type { Planner } from '../../../src/conformance/cases/planner.js';
import { listIn } from '../../../src/conformance/checks/list-in.js';
import type { Session } from '../../../src/conformance/rules/session.js';
import type { CompletedExchange } from '../../../src/conformance/target/exchange.js';
import type { ParameterObject, SchemaObject } from '../../../src/contract/openapi.js';
import type { Operation } from '../../../src/contract/operations.js';
import { resolveSchema } from '../../../src/contract/schema/resolve-schema.js';

/** An optional parameter of the query, and its schema without indirection. */
export interface ListParameter {
  readonly parameter: ParameterObject;
  readonly schema: SchemaObject;
}

/** One answer of a list. */
export interface ListPage {
  readonly exchange: CompletedExchange;
  /** Undefined where it is no list. */
  readonly items: readonly unknown[] | undefined;
}

/** The list of one operation, read with other values of its parameters. */
export class ListReader {
  /** True once a parameter has changed the answer. */
  hasShownEffect = false;
  readonly parameters: readonly ListParameter[];

  private constructor(
    private readonly session: Session,
    readonly operation: Operation,
    private readonly values: Readonly<Record<string, unknown>>,
    /** The list as it is without optional parameters. */
    readonly plain: readonly unknown[],
  ) {
    this.parameters = parametersOf(session.planner, operation);
  }

  /** @returns undefined where the operation has no list, or parameters of its path belong to nothing */
  static async of(
    session: Session,
    operation: Operation,
    values: Readonly<Record<string, unknown>>,
  ): Promise<ListReader | undefined> {
    if (!session.planner.maySend(operation)) return undefined;
    const bare = new ListReader(session, operation, values, []);
    if (bare.parameters.length === 0) return undefined;
    const { items } = (await bare.read([], 'the list')) ?? {};
    return items && new ListReader(session, operation, values, items);
  }

  async read(
    given: readonly (readonly [ListParameter, unknown])[],
    title: string,
  ): Promise<ListPage | undefined> {
    const { planner } = this.session;
    const request = given.reduce(
      (changing, [{ parameter }, value]) => withParameter(changing, parameter, value),
      planner.requestWith(this.operation, this.values),
    );
    const accept = planner.successStatuses(this.operation);
    const exchange = await this.session.send({
      detail: title,
      title,
      operation: this.operation,
      request,
      accept,
    });
    return exchange && { exchange, items: listIn(exchange) };
  }

  /** The parameter with such a name and type. */
  find(name: RegExp, ...types: readonly string[]): ListParameter | undefined {
    return this.parameters.find(
      ({ parameter, schema }) => name.test(parameter.name) && types.includes(String(schema.type)),
    );
  }
}

function parametersOf(planner: Planner, operation: Operation): ListParameter[] {
  const { contract } = planner.stated;
  return ordinaryParameters(contract, operation)
    .filter(({ value }) => value.in === 'query' && value.required !== true && value.schema !== undefined)
    .map(({ value }) => ({ parameter: value, schema: resolveSchema(contract.document, value.schema) }));
}

/** The usual names of the length of a page. */
const ofSize = /^(?:per[_-]?page|page[_-]?size|limit|max[_-]?results|\$top)$/i;

/** The parameter for the length of a page, and the smallest length that it allows. */
export function sizeOf(
  list: ListReader,
): { readonly parameter: ListParameter; readonly least: number } | undefined {
  const parameter = list.find(ofSize, 'integer', 'number');
  if (parameter === undefined) return undefined;
  const { minimum } = parameter.schema;
  return { parameter, least: typeof minimum === 'number' ? Math.max(1, minimum) : 1 };
}
