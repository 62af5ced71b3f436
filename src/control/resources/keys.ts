import { nearest, suggestion } from '../../contract/nearest-names.js';
import type { Mock } from '../../mock/mock.js';
import type { ControlContext } from '../control-context.js';
import { honourIssuedKeys } from '../keys/follow-issued-keys.js';
import { mocksClock, timeIn } from '../../state/clock-store.js';
import { done, type ControlHandlers, ok } from '../operation-handlers.js';
import { ControlProblem, problemFrom } from '../problem.js';
import { createHash, randomBytes } from 'node:crypto';
import { registerSecret } from '../../secrets/message-secrets.js';
import { registeredSecrets } from '../../secrets/secret-register.js';
import type { components } from '../../contract/generated/control-api.js';
import type { IssuedKey } from '../../state/state.js';

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
      const clocks = await state.clock.list(issued.map(({ sandbox }) => sandbox));
      const now = Date.now();
      return ok({
        keys: issued.map((key, index) => describeKey(key, timeIn(clocks[index] ?? mocksClock, now, 'real'))),
        scopes: scopesOf(mock()),
      });
    },

    async issueKey({ body: order }) {
      checkOrder(order, scopesOf(mock()));
      if ((await state.keys.list()).length >= maxKeys) throw tooManyKeys();
      const now = Date.now();
      const clock = order.sandbox === undefined ? mocksClock : await state.clock.get(order.sandbox);
      const inSandbox = timeIn(clock, now, 'real');
      const { key, issued } = issueKey(order, now, inSandbox);
      await state.keys.add(issued);
      await announceChange();
      return { status: 201, json: { key, ...describeKey(issued, inSandbox) } };
    },

    async expireKey({ path: { id } }) {
      const known = (await state.keys.list()).find((key) => key.id === id);
      const now = timeIn(known ? await state.clock.get(known.sandbox) : mocksClock, Date.now(), 'real');
      const isOver = known?.expiresAt !== undefined && known.expiresAt <= now;
      const ended = known && (isOver ? known : await state.keys.expire(known.id, now));
      if (!ended) throw noSuchKey(id);
      if (!isOver) await announceChange();
      return ok(describeKey(ended, now));
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
    `There is no issued key ${JSON.stringify(id)}; GET /__drydock/keys lists those there are.`,
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
      const hint = suggestion(nearest(scope, known, 1), `there are ${known.join(', ') || 'none'}`);
      return `There is no scope ${JSON.stringify(scope.slice(0, 60))}; ${hint}`;
    });
  if (expiresInSeconds !== undefined && expiresAt !== undefined)
    errors.push('Only one of expiresInSeconds and expiresAt can be given');
  if (errors.length > 0) throw problemFrom(422, errors);
}

/** The order for a key. */
type KeyOrder = components['schemas']['KeyOrder'];

/**
 * Makes a key of 256 random bits.
 *
 * @param now milliseconds since 1970; `inSandbox` is the same by the clock of the key's sandbox, by which it expires
 * @returns the key itself, which is shown once, and what is stored of it
 */
export function issueKey(
  order: KeyOrder,
  now: number,
  inSandbox = now,
): { readonly key: string; readonly issued: IssuedKey } {
  const id = `key_${randomBytes(6).toString('hex')}`;
  const key = `dk_live_${randomBytes(32).toString('base64url')}`;
  registerSecret(registeredSecrets, key);
  const { name, scopes, sandbox = id, expiresInSeconds, expiresAt } = order;
  const end = expiresInSeconds === undefined ? undefined : inSandbox + expiresInSeconds * 1000;
  const issued: IssuedKey = {
    ...{ id, name, sandbox, scopes },
    start: key.slice(0, 'dk_live_'.length + 4),
    digest: createHash('sha256').update(key).digest('hex'),
    createdAt: now,
    expiresAt: expiresAt === undefined ? end : Date.parse(expiresAt),
  };
  return { key, issued };
}

/** Describes a key by all but its digest. @param now by the clock of its sandbox */
function describeKey(key: IssuedKey, now: number) {
  const { id, name, sandbox, start, scopes = null, createdAt, expiresAt } = key;
  return {
    ...{ id, name, sandbox, start, scopes },
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
    expired: expiresAt !== undefined && now >= expiresAt,
  };
}
