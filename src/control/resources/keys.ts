import { nearest } from '../../contract/nearest-names.js';
import type { Mock } from '../../mock/mock.js';
import { done } from '../control-handler.js';
import type { PrepareControl } from '../control-handler.js';
import { honourIssuedKeys } from '../follow-issued-keys.js';
import { describeKey, issueKey } from '../issue-key.js';
import type { KeyOrder } from '../issue-key.js';
import { ControlProblem, problemFrom } from '../problem.js';

/** Issued keys at most, expired ones included. */
const maxKeys = 1000;

/** Secret keys with scopes and an end, beside those that say themselves what they are. */
export const prepareKeys: PrepareControl = ({ mock, state, keys, events }) => ({
  async listKeys() {
    const issued = [...(await state.keys.list())].sort((a, b) => a.createdAt - b.createdAt);
    const now = Date.now();
    return {
      status: 200,
      json: { keys: issued.map((key) => describeKey(key, now)), scopes: scopesOf(mock()) },
    };
  },

  async issueKey({ body }) {
    const order = body as KeyOrder;
    checkOrder(order, scopesOf(mock()));
    if ((await state.keys.list()).length >= maxKeys) {
      throw new ControlProblem(
        409,
        `There are ${maxKeys} issued keys, which is the most; revoke some first.`,
      );
    }
    const now = Date.now();
    const { key, issued } = issueKey(order, now);
    await state.keys.add(issued);
    await honourIssuedKeys(state, keys);
    events.publish({ type: 'keys' });
    return { status: 201, json: { key, ...describeKey(issued, now) } };
  },

  async expireKey({ path }) {
    const now = Date.now();
    const known = (await state.keys.list()).find(({ id }) => id === path.id);
    const isOver = known?.expiresAt !== undefined && known.expiresAt <= now;
    const ended = known && (isOver ? known : await state.keys.expire(known.id, now));
    if (!ended) throw noSuchKey(path.id as string);
    if (!isOver) {
      await honourIssuedKeys(state, keys);
      events.publish({ type: 'keys' });
    }
    return { status: 200, json: describeKey(ended, now) };
  },

  async revokeKey({ path }) {
    const id = path.id as string;
    if (!(await state.keys.remove(id))) throw noSuchKey(id);
    await honourIssuedKeys(state, keys);
    events.publish({ type: 'keys' });
    return done;
  },
});

function noSuchKey(id: string): ControlProblem {
  return new ControlProblem(
    404,
    `There is no issued key ${JSON.stringify(id)}; GET keys lists those there are.`,
  );
}

/** The scopes that the mocked document's operations ask for. */
function scopesOf({ operations }: Pick<Mock, 'operations'>): string[] {
  return [...new Set(operations.flatMap(({ scopes }) => scopes))].sort();
}

/** @throws ControlProblem 422 for what the document's schema can't say */
function checkOrder({ scopes = [], expiresInSeconds, expiresAt }: KeyOrder, known: readonly string[]): void {
  const errors = scopes
    .filter((scope) => !known.includes(scope))
    .map((scope) => {
      const near = nearest(scope, known, 1);
      const hint =
        near[0] === undefined ? `there are ${known.join(', ') || 'none'}` : `did you mean ${near[0]}?`;
      return `There is no scope ${JSON.stringify(scope.slice(0, 60))}; ${hint}`;
    });
  if (expiresInSeconds !== undefined && expiresAt !== undefined)
    errors.push('Only one of expiresInSeconds and expiresAt can be given');
  if (errors.length > 0) throw problemFrom(422, errors);
}
