import { nearest } from '../../contract/nearest-names.js';
import type { Mock } from '../../mock/mock.js';
import type { ControlContext } from '../control-context.js';
import { honourIssuedKeys } from '../keys/follow-issued-keys.js';
import { describeKey, issueKey } from '../keys/issue-key.js';
import type { KeyOrder } from '../keys/issue-key.js';
import { done } from '../operation-handlers.js';
import type { ControlHandlers } from '../operation-handlers.js';
import { ControlProblem, problemFrom } from '../problem.js';

/** Issued keys at most, expired ones included. */
const maxKeys = 1000;

/** Secret keys with scopes and an expiry, beside the keys that are no secrets and say themselves what they are. */
export function prepareKeys({ mock, state, keys, events }: ControlContext) {
  const announceChange = async (): Promise<void> => {
    await honourIssuedKeys(state, keys);
    events.publish({ type: 'keys' });
  };

  return {
    async listKeys() {
      const issued = [...(await state.keys.list())].sort((a, b) => a.createdAt - b.createdAt);
      const shifts = await state.clock.shifts(issued.map(({ sandbox }) => sandbox));
      const now = Date.now();
      return {
        status: 200,
        json: {
          keys: issued.map((key, index) => describeKey(key, now + (shifts[index] ?? 0))),
          scopes: scopesOf(mock()),
        },
      };
    },

    async issueKey({ body: order }) {
      checkOrder(order, scopesOf(mock()));
      if ((await state.keys.list()).length >= maxKeys) throw tooManyKeys();
      const now = Date.now();
      const inSandbox = now + (order.sandbox === undefined ? 0 : await state.clock.shift(order.sandbox));
      const { key, issued } = issueKey(order, now, inSandbox);
      await state.keys.add(issued);
      await announceChange();
      return { status: 201, json: { key, ...describeKey(issued, inSandbox) } };
    },

    async expireKey({ path: { id } }) {
      const known = (await state.keys.list()).find((key) => key.id === id);
      const now = Date.now() + (known ? await state.clock.shift(known.sandbox) : 0);
      const isOver = known?.expiresAt !== undefined && known.expiresAt <= now;
      const ended = known && (isOver ? known : await state.keys.expire(known.id, now));
      if (!ended) throw noSuchKey(id);
      if (!isOver) await announceChange();
      return { status: 200, json: describeKey(ended, now) };
    },

    async revokeKey({ path: { id } }) {
      if (!(await state.keys.remove(id))) throw noSuchKey(id);
      await announceChange();
      return done;
    },
  } satisfies Partial<ControlHandlers>;
}

function tooManyKeys(): ControlProblem {
  return new ControlProblem(409, `There are ${maxKeys} issued keys, which is the most; revoke some first.`);
}

function noSuchKey(id: string): ControlProblem {
  return new ControlProblem(
    404,
    `There is no issued key ${JSON.stringify(id)}; GET keys lists those there are.`,
  );
}

/** The scopes that the mocked document's operations ask for. */
function scopesOf({ contract }: Pick<Mock, 'contract'>): string[] {
  const requirements = contract.operations.flatMap(({ security }) => security);
  return [...new Set(requirements.flatMap((requirement) => Object.values(requirement).flat()))].sort();
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
