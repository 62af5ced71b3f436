import type { Operation } from '../../../contract/operations.js';
import { isServed, statusOf, type Exchange } from '../../target/exchange.js';
import type { Case } from '../case.js';
import { parametersOf } from '../parameters/parameter-text.js';
import type { Planner } from '../planner.js';
import { isReading } from '../writes.js';
import { changesBetween } from './changed-body.js';
import { collectionBefore, collectionNamed, depthOf, type Collection } from './collections.js';
import type { ExistingThings, Thing } from './existing-things.js';
import { otherBodies } from './other-bodies.js';

/** Requests at most for what there is. */
const maxRequests = 150;
/** Refusals after which another body, or another id in it, may be served. */
const refusals: readonly number[] = [400, 404, 409, 422];

/**
 * Finds out at the beginning of a run what a target has of another document's things: lists what there is and, where the run may write, makes one
 * of each kind. Where the target refuses the usual body of what makes a thing, others that the document allows are tried. From then on the
 * planner makes valid requests of what was served.
 */
export class Discovery {
  /** Operations that have made something. */
  private readonly served = new Set<Operation>();

  constructor(
    private readonly planner: Planner,
    private readonly things: ExistingThings,
  ) {}

  /** Finds out what there is, and how more of it is made. */
  async run(send: (item: Case) => Promise<Exchange>): Promise<void> {
    let left = maxRequests;
    const sent = async (item: Case): Promise<Exchange | undefined> => {
      left -= 1;
      return left < 0 ? undefined : send(item);
    };
    const asked = new Set<Operation>();
    // The things that a collection needs may be made after it in the first round.
    for (let round = 0; round < 2; round += 1) {
      for (const { list } of this.things.collections) {
        if (list !== undefined) this.learnPath(list);
        if (list === undefined || asked.has(list) || !this.planner.isReachable(list)) continue;
        if (!this.planner.maySend(list)) continue;
        asked.add(list);
        await sent(this.things.usualCase(list));
      }
      for (const { maker } of this.inOrder()) {
        if (maker === undefined || this.served.has(maker)) continue;
        this.learnPath(maker);
        if (this.planner.isReachable(maker)) await this.make(maker, sent);
      }
    }
    for (const operation of this.planner.operations) this.learnPath(operation);
  }

  /** Those that name nothing themselves first, and those whose paths need nothing. */
  private inOrder(): Collection[] {
    const needs = (collection: Collection): number =>
      10 * depthOf(collection) +
      (collection.maker === undefined ? 0 : this.things.referencesOf(collection.maker).length);
    return [...this.things.collections].sort((a, b) => needs(a) - needs(b));
  }

  /** Makes the first thing of a collection, with the first body that the target serves. */
  private async make(maker: Operation, send: (item: Case) => Promise<Exchange | undefined>): Promise<void> {
    const { planner } = this;
    const usual = planner.body(maker);
    const bodies = [usual, ...otherBodies(planner, maker, usual, (name) => this.isKnown(name))];
    // Other things for the body first: those of the path were made by this run.
    const { inBody, inPath } = this.needsOf(maker);
    const turns = [inBody, [...inBody, ...inPath]].flatMap((turned) =>
      Array<readonly Collection[]>(this.othersOf(turned)).fill(turned),
    );
    const attempts = [
      ...bodies.map((body) => ({ body, turned: [] })),
      ...turns.map((turned) => ({ body: usual, turned })),
    ];
    for (const { body, turned } of attempts) {
      this.turn(maker, turned);
      this.learnBody(maker, body);
      const exchange = await send(this.things.usualCase(maker));
      if (exchange !== undefined && isServed(exchange)) {
        this.served.add(maker);
        if (planner.withBody.includes(maker)) this.things.change(maker, changesBetween(usual, body));
        return;
      }
      if (exchange === undefined || !refusals.includes(statusOf(exchange))) break;
    }
    planner.learnBody(maker, usual);
  }

  /** The body that requests are made with from now on. In one that is no JSON, ids are no longer found when it is sent. */
  private learnBody(operation: Operation, body: unknown): void {
    const { planner } = this;
    const learned = planner.withBody.includes(operation) ? body : this.things.withReferences(operation, body);
    if (learned === planner.body(operation)) return;
    this.things.keepUsual(operation);
    planner.learnBody(operation, learned);
  }

  /** The collections of what a request names. */
  private needsOf(operation: Operation): Readonly<Record<'inBody' | 'inPath', readonly Collection[]>> {
    const inPath = parametersOf(operation.path).flatMap(
      (name) => collectionBefore(this.things.collections, operation.path, name) ?? [],
    );
    const inBody = this.things.referencesOf(operation).map(({ collection }) => collection);
    return { inBody: [...new Set(inBody)], inPath };
  }

  /** The number of others than those that would be named now. */
  private othersOf(collections: readonly Collection[]): number {
    return Math.max(1, ...collections.map((one) => this.things.of(one).length)) - 1;
  }

  /** Lets the requests of an operation name other things of these kinds. */
  private turn(operation: Operation, collections: readonly Collection[]): void {
    for (const collection of collections) this.things.turn(collection);
    if (collections.length > 0) this.learnPath(operation, true);
  }

  private isKnown(name: string): boolean {
    const collection = collectionNamed(this.things.collections, name);
    return collection !== undefined && this.things.of(collection).length > 0;
  }

  /** Lets the requests of an operation name what there is in their path, where that is safe. */
  private learnPath(operation: Operation, anew = false): void {
    const { planner } = this;
    if (!operation.path.includes('{') || operation.method === 'delete') return;
    if (planner.isReachable(operation) && !anew) return;
    const isAddition = this.things.collections.some(
      ({ maker, list }) => maker === operation || list === operation,
    );
    const isRead = isReading(operation);
    if (!isRead && !isAddition && operation.method === 'post') return;
    const values = this.valuesFor(operation.path, (thing) => isRead || isAddition || thing.isMade);
    if (values === undefined) return;
    this.things.keepUsual(operation);
    planner.learnValues(operation, values);
  }

  /** The values for the parameters of a path; undefined where something that it names is not there. */
  private valuesFor(path: string, isFit: (thing: Thing) => boolean): Record<string, unknown> | undefined {
    const values: Record<string, unknown> = {};
    for (const name of parametersOf(path).reverse()) {
      if (values[name] !== undefined) continue;
      const collection = collectionBefore(this.things.collections, path, name);
      const thing = collection && this.things.of(collection).findLast(isFit);
      if (thing === undefined) return undefined;
      Object.assign(values, { ...thing.values, ...values, [name]: thing.id });
    }
    return values;
  }
}
