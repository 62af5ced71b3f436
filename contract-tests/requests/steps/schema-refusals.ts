import type { Planner } from '../../../src/conformance/cases/planner.js';
import type { CompletedExchange } from '../../../src/conformance/target/exchange.js';
import type { Operation } from '../../../src/contract/operations.js';
import { isObject } from '../../../src/contract/schema/json-equal.js';

/** An operation's refusal of a body that its schema excludes, where its status may also tell of what a valid one means. */
export class SchemaRefusals {
  private invalid: Promise<CompletedExchange | undefined> | undefined;

  constructor(
    private readonly planner: Planner,
    private readonly operation: Operation,
    private readonly send: (body: object, title: string) => Promise<CompletedExchange | undefined>,
  ) {}

  /** Returns whether a response refuses its request as one that the schema excludes: with the same status and the same code. */
  async has(refused: CompletedExchange): Promise<boolean> {
    const invalid = await (this.invalid ??= this.sendInvalid());
    if (invalid === undefined || invalid.response.status !== refused.response.status) return false;
    const code = codeOf(refused);
    return code !== undefined && code === codeOf(invalid);
  }

  private async sendInvalid(): Promise<CompletedExchange | undefined> {
    const { planner, operation } = this;
    for (const { kind, body, title } of planner.eachMutation(operation))
      if (kind === 'type' && isObject(body)) return this.send(body, title);
    return undefined;
  }
}

/** Names of fields by which programs tell errors apart (RFC 9457 3.1.1 and common practice). */
const codeNames = /^(?:code|type|title|error|error_?code|reason)$/i;

/** The part of an error that a program reads; undefined where it is text alone. */
function codeOf({ json }: CompletedExchange): string | undefined {
  const { value } = json.ok ? json : { value: undefined };
  if (!isObject(value)) return undefined;
  const places = [value, ...Object.values(value).filter(isObject)];
  const codes = places.flatMap((place) =>
    Object.entries(place).filter(
      ([name, one]) => codeNames.test(name) && (typeof one === 'string' || typeof one === 'number'),
    ),
  );
  return codes.length === 0 ? undefined : JSON.stringify(codes);
}
