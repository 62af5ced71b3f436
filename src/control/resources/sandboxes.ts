import type { ControlContext } from '../control-context.js';
import { done } from '../operation-handlers.js';
import type { ControlHandlers } from '../operation-handlers.js';

/** The sandboxes in use. */
export function prepareSandboxes({
  state,
  events,
  memory,
}: Pick<ControlContext, 'state' | 'events' | 'memory'>) {
  return {
    async listSandboxes() {
      const sandboxes = [...(await state.sandboxes.list())].sort((a, b) => (a.name < b.name ? -1 : 1));
      return {
        status: 200,
        json: {
          sandboxes: sandboxes.map(
            ({ name, scenario = null, requests, journalled, documents, idleMilliseconds }) => ({
              ...{ name, scenario, requests, journalled, documents },
              idleSeconds: Math.floor(idleMilliseconds / 1000),
            }),
          ),
          ...(memory.shed.length > 0 ? { shed: memory.shed } : {}),
        },
      };
    },

    async resetSandbox({ path: { name: sandbox } }) {
      await state.sandboxes.reset(sandbox);
      events.publish({ type: 'reset', sandbox });
      return done;
    },

    async resetAll() {
      await state.sandboxes.resetAll();
      events.publish({ type: 'reset', sandbox: undefined });
      return done;
    },
  } satisfies Partial<ControlHandlers>;
}
