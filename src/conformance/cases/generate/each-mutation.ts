import { getOrMake } from '../../../contract/get-or-make.js';
import type { Operation } from '../../../contract/operations.js';
import type { StatedContract } from '../../document/stated-contract.js';
import { mutationsOf, type Mutation } from './mutations.js';

type MutationsByOperation = Map<Operation, Iterable<Mutation>>;

/** To prove mutations takes longer than many a run, and each run of a process has the same of the usual bodies. */
const known = new WeakMap<StatedContract, MutationsByOperation>();

/** Every mutation of an operation's usual body, each proven when it is first taken, and once for all runs. */
export function knownMutationsOf(
  stated: StatedContract,
  operation: Operation,
  usual: unknown,
): Iterable<Mutation> {
  const ofAll = getOrMake<StatedContract, MutationsByOperation>(known, stated, () => new Map());
  return getOrMake(ofAll, operation, () => eachMutationOf(stated, operation, usual));
}

/** Every mutation of a body of an operation, each proven when it is first taken. */
export function eachMutationOf(
  stated: StatedContract,
  operation: Operation,
  body: unknown,
): Iterable<Mutation> {
  const mutations = mutationsOf(stated, operation, body);
  // A run takes all of this service's, and few of each operation of a large document.
  return stated.own ? lastOfEach(mutations) : new Remembered(firstOfEach(mutations));
}

function lastOfEach(mutations: Iterable<Mutation>): readonly Mutation[] {
  return [...new Map([...mutations].map((mutation) => [mutation.detail, mutation])).values()];
}

function* firstOfEach(mutations: Iterable<Mutation>): Generator<Mutation, void> {
  const details = new Set<string>();
  for (const mutation of mutations) {
    if (details.has(mutation.detail)) continue;
    details.add(mutation.detail);
    yield mutation;
  }
}

/** Items that are made one by one, and kept for the next iteration. */
class Remembered<T> implements Iterable<T> {
  private readonly made: T[] = [];

  constructor(private readonly source: Iterator<T, void>) {}

  *[Symbol.iterator](): Generator<T, void> {
    for (let index = 0; ; index += 1) {
      if (index === this.made.length) {
        const next = this.source.next();
        if (next.done === true) return;
        this.made.push(next.value);
      }
      const item = this.made[index];
      if (item !== undefined) yield item;
    }
  }
}
