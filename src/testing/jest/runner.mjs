// Jest's own runner, which asks AsyncLocalStorage for the test that runs. On Node 20 each promise and each socket then costs
// a call more, a tenth of the tests' time. Here tests of a file run one after another, so a variable knows as much.
import asyncHooks from 'node:async_hooks';
import circus from 'jest-circus/runner';

const { AsyncLocalStorage } = asyncHooks;
/** Newer versions of Node don't let it be replaced. */
const { writable: isReplaceable } = Object.getOwnPropertyDescriptor(asyncHooks, 'AsyncLocalStorage');

class OneAtATime {
  #store;

  getStore() {
    return this.#store;
  }

  async run(store, callback) {
    const before = this.#store;
    this.#store = store;
    try {
      return await callback();
    } finally {
      this.#store = before;
    }
  }
}

/** The runner makes its storage before it waits for the first time; what tests load gets Node's own class. */
export default function run(...args) {
  if (!isReplaceable) return circus.default(...args);
  asyncHooks.AsyncLocalStorage = OneAtATime;
  try {
    return circus.default(...args);
  } finally {
    asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
  }
}
