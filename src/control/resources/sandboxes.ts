import { sandboxKey } from '../../mock/identity/sandbox-key.js';
import type { LocalContext } from '../control-context.js';
import { honourIssuedKeys } from '../keys/follow-issued-keys.js';
import { done, type ControlHandlers, ok } from '../operation-handlers.js';
import { readClock } from '../clock/clock.js';

/** The sandboxes in use. */
export function prepareSandboxes({ mock, state, keys, events, memory }: LocalContext) {
  return {
    async listSandboxes() {
      const sandboxes = [...(await state.sandboxes.list())].sort((a, b) => (a.name < b.name ? -1 : 1));
      return ok({
        sandboxes: sandboxes.map(
          ({ name, scenario = null, requests, journalled, documents, idleMilliseconds }) => ({
            ...{ name, scenario, requests, journalled, documents },
            idleSeconds: Math.floor(idleMilliseconds / 1000),
          }),
        ),
        ...(memory.shed.length > 0 ? { shed: memory.shed } : {}),
      });
    },

    async getSandbox({ path: { name: sandbox } }) {
      const { quota, now } = mock();
      const [left, clock] = await Promise.all([
        quota && state.quota.left(sandbox, quota),
        state.clock.get(sandbox),
      ]);
      return ok({
        sandbox,
        key: sandboxKey(sandbox),
        quota: quota && left ? { ...quota, ...left, resetSeconds: left.resetSeconds ?? null } : null,
        clock: readClock(clock, now()),
      });
    },

    async resetQuota({ path: { name: sandbox } }) {
      await state.quota.reset(sandbox);
      return done;
    },

    async resetSandbox({ path: { name: sandbox } }) {
      await state.sandboxes.reset(sandbox);
      if (keys) await honourIssuedKeys(state, keys);
      events.publish({ type: 'reset', sandbox });
      return done;
    },

    async resetAll() {
      await state.sandboxes.resetAll();
      if (keys) await honourIssuedKeys(state, keys);
      events.publish({ type: 'reset', sandbox: undefined });
      return done;
    },
  } satisfies Partial<ControlHandlers>;
}
