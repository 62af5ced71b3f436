import { createHash } from 'node:crypto';
import { examplesOf, follow, jsonMediaType } from '../../contract/operations.js';
import type { Operation } from '../../contract/operations.js';
import type { ParameterObject } from '../../contract/openapi.js';
import { credentialPlace, withKey } from './credential.js';
import type { Keys } from './credential.js';
import type { StatedContract } from '../document/stated-contract.js';
import { mutationsOf } from './generate/mutations.js';
import type { Mutation } from './generate/mutations.js';
import { sample } from './generate/sample.js';
import { binds } from '../level.js';
import type { Level } from '../level.js';
import { Random } from './generate/random.js';
import { withJson } from './request.js';
import type { RequestParts } from './request.js';

/** What every request carries unless a rule says otherwise: what a plain client sends, no preference for JSON. */
const plainHeaders = { Accept: '*/*', 'Accept-Encoding': 'gzip, deflate', 'User-Agent': 'drydock-kit' };

/** What rules plan with: valid requests of any operation, proved mutations of them, keys, and chance from the seed. */
export class Planner {
  /** The operations that the chosen level judges, in the document's order. */
  readonly operations: readonly Operation[];
  private readonly mutated = new Map<Operation, readonly Mutation[]>();

  constructor(
    readonly stated: StatedContract,
    readonly keys: Keys,
    readonly seed: number,
    readonly level: Level,
  ) {
    // Operations that are assumptions are tried from SHOULD on, and fail nobody before ASSUMED.
    this.operations = stated.contract.operations.filter((operation) => {
      const binding = stated.levelOf(operation);
      return binds(binding, level) || (binding === 'ASSUMED' && level === 'SHOULD');
    });
  }

  /** Operations whose JSON body can be right or wrong. */
  get withBody(): readonly Operation[] {
    return this.operations.filter((operation) => this.stated.requestSchema(operation) !== undefined);
  }

  /** Operations that ask for a key. */
  get guarded(): readonly Operation[] {
    return this.operations.filter((operation) => credentialPlace(this.stated.contract, operation));
  }

  operation(id: string): Operation | undefined {
    return this.stated.contract.operations.find((operation) => operation.id === id);
  }

  /** Chance of its own for a purpose, so that one rule's plan doesn't move another's. */
  random(purpose: string): Random {
    const digest = createHash('sha256').update(`${this.seed} ${purpose}`).digest();
    return new Random(digest.readUInt32LE(0));
  }

  /** A valid request: the first documented example, the valid key. */
  request(operation: Operation): RequestParts {
    const bare = this.requestWithoutKey(operation);
    return this.keys.valid === undefined ? bare : this.keyed(operation, bare, this.keys.valid);
  }

  requestWithoutKey(operation: Operation): RequestParts {
    const { path, headers } = this.fillParameters(operation);
    const bare = { method: operation.method.toUpperCase(), path, headers: { ...plainHeaders, ...headers } };
    if (this.stated.requestSchema(operation) === undefined) return bare;
    const typed = { ...bare, headers: { ...bare.headers, 'Content-Type': 'application/json' } };
    return withJson(typed, this.body(operation));
  }

  keyed(operation: Operation, request: RequestParts, key: string): RequestParts {
    const place = credentialPlace(this.stated.contract, operation);
    return place ? withKey(request, place, key) : request;
  }

  /** The documented examples of an operation's body that its schema accepts, by name. */
  examples(operation: Operation): readonly (readonly [name: string, body: unknown])[] {
    const schema = this.stated.requestSchema(operation);
    const content = operation.requestBody?.value.content;
    const mediaType = jsonMediaType(content);
    const media = mediaType === undefined ? undefined : content?.[mediaType];
    if (schema === undefined || media === undefined) return [];
    const validate = this.stated.full.at(schema.pointer);
    return [...examplesOf(this.stated.contract.document, media)].filter(([, body]) => validate(body));
  }

  /** A valid body: the first example, else the least that the schema allows. */
  body(operation: Operation): unknown {
    const example = this.examples(operation)[0];
    if (example !== undefined) return example[1];
    const schema = this.stated.requestSchema(operation)?.schema;
    return sample(this.stated.contract.document, schema, 'maximal', new Random(0));
  }

  /** Whether the schema accepts a body by everything that the document says. */
  accepts(operation: Operation, body: unknown): boolean {
    const schema = this.stated.requestSchema(operation);
    return schema !== undefined && this.stated.full.at(schema.pointer)(body);
  }

  /** Every mutation of the operation's valid body, proved invalid. */
  mutations(operation: Operation): readonly Mutation[] {
    let mutations = this.mutated.get(operation);
    if (mutations === undefined) {
      mutations = unique(mutationsOf(this.stated, operation, this.body(operation)));
      this.mutated.set(operation, mutations);
    }
    return mutations;
  }

  /** The documented statuses of success. */
  successes(operation: Operation): readonly number[] {
    const documented = [...operation.responses.keys()].filter((status) => /^2\d\d$/.test(status)).map(Number);
    return documented.length > 0 ? documented : [200, 201, 202, 204];
  }

  /** How a server may say that the request is wrong: this service with 400 alone, others as HTTP allows. */
  get refusals(): readonly number[] {
    return this.stated.own ? [400] : [400, 404, 409, 415, 422];
  }

  /** How a server may say that the key is wrong. */
  get unauthorized(): readonly number[] {
    return this.stated.own ? [401] : [401, 403];
  }

  private fillParameters(operation: Operation): { path: string; headers: Record<string, string> } {
    const headers: Record<string, string> = {};
    const query: string[] = [];
    let path = operation.path;
    for (const { value: parameter } of operation.parameters) {
      if (parameter.required !== true) continue;
      const value = this.parameterValue(parameter);
      if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(value));
      if (parameter.in === 'query')
        query.push(`${encodeURIComponent(parameter.name)}=${encodeURIComponent(value)}`);
      if (parameter.in === 'header') headers[parameter.name] = value;
    }
    return { path: query.length > 0 ? `${path}?${query.join('&')}` : path, headers };
  }

  private parameterValue(parameter: ParameterObject): string {
    const { document } = this.stated.contract;
    const own = parameter as ParameterObject & {
      example?: unknown;
      examples?: Record<string, { value?: unknown }>;
    };
    const named = Object.values(own.examples ?? {})[0];
    const example =
      own.example ??
      (named && follow<{ value?: unknown }>(document, { pointer: '', value: named }).value.value);
    const value = example ?? sample(document, parameter.schema, 'minimal', new Random(0));
    if (Array.isArray(value)) return value.join(',');
    return typeof value === 'string' ? value : JSON.stringify(value);
  }
}

function unique(mutations: readonly Mutation[]): readonly Mutation[] {
  return [...new Map(mutations.map((mutation) => [mutation.detail, mutation])).values()];
}
