import { getOrMake } from '../../contract/get-or-make.js';
import type { Operation } from '../../contract/operations.js';
import { seededRandom, type Random } from '../../contract/seeded-random.js';
import type { StatedContract } from '../document/stated-contract.js';
import { binds, type Level } from '../level.js';
import type { CaseDraft } from './case.js';
import { credentialsOf, demandedCredentials, onePerPlace, withKey } from './credentials/credential.js';
import type { Credential, Keys } from './credentials/credential.js';
import { eachMutationOf, knownMutationsOf } from './generate/each-mutation.js';
import type { Mutation } from './generate/mutations.js';
import { proveProblems } from '../document/prove-problems.js';
import { parameterMutations, type ParameterMutation } from './parameters/parameter-mutations.js';
import { MadeUpIds } from './made-up-ids.js';
import { parametersOf } from './parameters/parameter-text.js';
import { unknownParameter, validParameter } from './parameters/parameter-value.js';
import type { RequestParts } from './request.js';
import { lacksBody, validBody, validExamples, validRequest } from './valid-request.js';
import { isReading, mayWrite } from './writes.js';

/** Everything that rules plan with: valid requests of any operation, proven mutations of their bodies, the keys, and seeded randomness. */
export class Planner {
  /** The operations that the chosen level covers, in the document's order. */
  readonly operations: readonly Operation[];
  /** Operations that are not tried, because the document says too little for a valid body. */
  readonly withoutRequest: readonly Operation[];
  /** Operations of which cases are left out: to prove that their requests are right takes the document's patterns too much work. */
  readonly unproven = new Set<Operation>();
  /** `valid` is any valid key, also where each security scheme has one of its own. */
  readonly keys: Keys;
  private readonly madeUpIds: MadeUpIds;
  private readonly bodies = new Map<Operation, { readonly body: unknown }>();
  /** Mutations of bodies that one target has accepted, which are not kept for other runs. */
  private readonly learned = new Map<Operation, Iterable<Mutation>>();
  /** Values for parameters of paths that belong to something the target has, by the operation. */
  private readonly known = new Map<Operation, Readonly<Record<string, unknown>>>();

  constructor(
    readonly stated: StatedContract,
    /** As they were given. */
    readonly given: Keys,
    readonly seed: number,
    readonly level: Level,
    /** True if the run may send requests that change data on the target. */
    readonly allowWrites = false,
    /** True if a requirement of HTTP that practice ignores is a MUST. */
    readonly strictHttp = false,
  ) {
    this.keys = { ...given, valid: given.valid ?? Object.values(given.schemes ?? {})[0] };
    this.madeUpIds = new MadeUpIds(this.random('made-up ids'));
    // Assumed operations are tried from SHOULD on; what they break fails a run only at ASSUMED.
    this.operations = stated.contract.operations.filter((operation) => {
      const binding = stated.levelOf(operation);
      return binds(binding, level) || (binding === 'ASSUMED' && level === 'SHOULD');
    });
    const withoutRequest: Operation[] = [];
    this.operations = this.operations.filter((operation) => {
      const tried = this.withinWork(operation, () => ({ hasRequest: this.hasRequest(operation) }));
      if (tried?.hasRequest === false) withoutRequest.push(operation);
      return tried?.hasRequest === true;
    });
    this.withoutRequest = withoutRequest;
  }

  /** Makes the valid request, so that a later one takes little work. */
  private hasRequest(operation: Operation): boolean {
    // The part of a path that follows # is never sent.
    if (operation.path.includes('#') || lacksBody(this.stated, operation)) return false;
    if (this.stated.full.patternWork) validRequest(this.stated, operation, this.body(operation));
    return true;
  }

  /** Returns what is made of an operation; undefined where that takes the document's patterns too much work. */
  withinWork<T>(operation: Operation, make: () => T): T | undefined {
    const { patternWork } = this.stated.full;
    if (patternWork === undefined) return make();
    if (this.unproven.has(operation)) return undefined;
    const { made, isSpent } = patternWork.share(make);
    if (!isSpent) return made;
    this.unproven.add(operation);
    return undefined;
  }

  /** Returns whether the run may send a valid request of an operation. */
  maySend(operation: Operation): boolean {
    return this.allowWrites || !this.writes({ request: this.requestWithoutKey(operation), operation });
  }

  /** The same planner for some of its operations. */
  of(operations: readonly Operation[]): Planner {
    return Object.assign(Object.create(this) as Planner, { operations });
  }

  /** Operations that the specification itself states. */
  get statedOperations(): readonly Operation[] {
    return this.operations.filter((operation) => this.stated.levelOf(operation) === 'MUST');
  }

  /** Operations with a JSON body. */
  get withBody(): readonly Operation[] {
    return this.operations.filter((operation) => this.stated.requestSchema(operation) !== undefined);
  }

  /** Operations that need a key. */
  get guarded(): readonly Operation[] {
    return this.operations.filter((operation) => this.credentials(operation).length > 0);
  }

  /**
   * An operation of the document, whether or not the chosen level covers it. For rules of this service, whose document has
   * the operations that they name.
   *
   * @throws Error for an operationId that the document doesn't have
   */
  operation(id: string): Operation {
    const found = this.stated.contract.operations.find((operation) => operation.id === id);
    if (found === undefined) throw new Error(`${this.stated.contract.file} has no operation ${id}.`);
    return found;
  }

  /** Returns whether the chosen level covers an operation. */
  covers(id: string): boolean {
    return this.operations.some((operation) => operation.id === id);
  }

  /** Randomness of its own for each purpose, so that a change to one rule's plan leaves the others alone. */
  random(purpose: string): Random {
    return seededRandom(this.seed, purpose);
  }

  /**
   * A valid request: the first documented example, with the valid key.
   *
   * @param values other ones for some of its parameters, by their names; with them no id is made up, so that it may name what is there
   */
  request(operation: Operation, values?: Readonly<Record<string, unknown>>): RequestParts {
    return this.authorized(operation, this.requestWithoutKey(operation, values));
  }

  /** The same without a key. */
  requestWithoutKey(operation: Operation, values?: Readonly<Record<string, unknown>>): RequestParts {
    return validRequest(this.stated, operation, this.body(operation), {
      madeUpIds: values === undefined ? this.madeUpIdsFor(operation) : undefined,
      values: { ...this.known.get(operation), ...values },
    });
  }

  /** Lets valid requests of an operation name something that the target has, by the parameters of its path. */
  learnValues(operation: Operation, values: Readonly<Record<string, unknown>>): void {
    if (isReading(operation) || this.allowWrites) this.known.set(operation, values);
  }

  /** Lets valid requests of an operation have a body that the target has accepted. */
  learnBody(operation: Operation, body: unknown): void {
    this.bodies.set(operation, { body });
    this.learned.set(operation, eachMutationOf(this.stated, operation, body));
  }

  /** Returns whether what a request of the operation names in its path is known to be there. */
  isReachable(operation: Operation): boolean {
    return !operation.path.includes('{') || this.known.has(operation);
  }

  /** The credentials that an operation needs; empty where it needs none. */
  credentials(operation: Operation): readonly Credential[] {
    return credentialsOf(this.stated.contract, operation, this.given);
  }

  /** Returns whether the run has every credential that an operation needs. */
  isAuthorized(operation: Operation): boolean {
    return this.credentials(operation).every(({ value }) => value !== undefined);
  }

  /** The request with the valid credentials that the operation needs. */
  authorized(operation: Operation, bare: RequestParts): RequestParts {
    const demanded = demandedCredentials(this.stated.contract, operation, this.given);
    return onePerPlace([...this.credentials(operation), ...demanded]).reduce(
      (request, { location, value }) => (value === undefined ? request : withKey(request, location, value)),
      bare,
    );
  }

  /** A request that would change or remove a record names one that doesn't exist, unless the run may write. */
  private madeUpIdsFor({ isSafe, method }: Operation): MadeUpIds | undefined {
    const isProtected = !this.allowWrites && !isSafe && MadeUpIds.protect(method.toUpperCase());
    return isProtected ? this.madeUpIds : undefined;
  }

  /** Every parameter of an operation made wrong, one at a time, in a request that is valid otherwise. */
  parameterMutations(
    operation: Operation,
    values: Readonly<Record<string, unknown>> = {},
  ): readonly ParameterMutation[] {
    const madeUpIds = this.madeUpIdsFor(operation);
    return parameterMutations(this.stated, operation, (parameter) =>
      this.authorized(
        operation,
        validRequest(this.stated, operation, this.body(operation), { madeUpIds, values, without: parameter }),
      ),
    ).filter(({ request }) => !this.meansAnother(operation, request));
  }

  /**
   * The values of an operation's parameters with another id for the last one of its path, which the document allows and nobody has
   * given out; undefined where there is none.
   */
  unknownIn(
    operation: Operation,
    values: Readonly<Record<string, unknown>> = {},
  ): Readonly<Record<string, unknown>> | undefined {
    const name = parametersOf(operation.path).at(-1);
    const parameter = operation.parameters.find(({ value }) => value.in === 'path' && value.name === name);
    if (name === undefined || parameter === undefined) return undefined;
    const known = [values[name], validParameter(this.stated, parameter)].map(String);
    const id = unknownParameter(this.stated, parameter, known);
    return id === undefined ? undefined : { ...values, [name]: id };
  }

  /** Returns whether a request's path is also one of another operation with the same method. */
  private meansAnother(operation: Operation, { path }: RequestParts): boolean {
    return this.stated
      .operationsAt(path)
      .some((other) => other !== operation && other.method === operation.method);
  }

  /** True if a server that ignores key and body may carry a request out with effect. */
  writes({
    request,
    operation,
    harmless = false,
  }: Pick<CaseDraft, 'request' | 'operation' | 'harmless'>): boolean {
    if (harmless || !mayWrite(request, operation)) return false;
    return !MadeUpIds.protect(request.method) || !this.madeUpIds.areIn(request.path);
  }

  /** The request with a key where the operation expects it. */
  keyed(operation: Operation, request: RequestParts, key: string): RequestParts {
    const [first] = this.credentials(operation);
    return first ? withKey(request, first.location, key) : request;
  }

  /** The documented examples of an operation's body that its schema accepts, by name. */
  examples(operation: Operation): readonly (readonly [name: string, body: unknown])[] {
    return validExamples(this.stated, operation);
  }

  /** The body of the valid request. */
  body(operation: Operation): unknown {
    return getOrMake(this.bodies, operation, () => ({ body: validBody(this.stated, operation) })).body;
  }

  /** Returns whether a body is valid by everything that the document says. */
  accepts(operation: Operation, body: unknown): boolean {
    if (this.stated.requestSchema(operation) === undefined) return false;
    return proveProblems(this.stated, operation, body, 'ASSUMED').length === 0;
  }

  /** Every mutation of the operation's valid body, proven invalid. */
  mutations(operation: Operation): readonly Mutation[] {
    return [...this.eachMutation(operation)];
  }

  /** The same, each proven when it is first taken. */
  eachMutation(operation: Operation): Iterable<Mutation> {
    return this.learned.get(operation) ?? knownMutationsOf(this.stated, operation, this.body(operation));
  }

  /** The documented statuses of success. */
  successStatuses(operation: Operation): readonly number[] {
    const documented = [...operation.responses.keys()].filter((status) => /^2\d\d$/.test(status)).map(Number);
    return documented.length > 0 ? documented : [200, 201, 202, 204];
  }

  /** Statuses with which a server may reject an invalid request: this service with 400 alone, others as HTTP allows. */
  get rejectionStatuses(): readonly number[] {
    return this.stated.own ? [400] : [400, 404, 409, 415, 422];
  }

  /** Statuses with which a server may reject a key. */
  get unauthorizedStatuses(): readonly number[] {
    return this.stated.own ? [401] : [401, 403];
  }
}
