import { done } from '../control-handler.js';
import type { PrepareControl } from '../control-handler.js';
import { sandboxOf } from './scenarios.js';

/** The sandboxes in use. */
export const prepareSandboxes: PrepareControl = ({ state, events }) => ({
  async listSandboxes() {
    const sandboxes = [...(await state.sandboxes.list())].sort((a, b) => (a.name < b.name ? -1 : 1));
    return {
      status: 200,
      json: {
        sandboxes: sandboxes.map(({ name, scenario = null, requests, documents, idleMilliseconds }) => ({
          ...{ name, scenario, requests, documents },
          idleSeconds: Math.floor(idleMilliseconds / 1000),
        })),
      },
    };
  },

  async resetSandbox(call) {
    const sandbox = sandboxOf(call);
    await state.sandboxes.reset(sandbox);
    events.publish({ type: 'reset', sandbox });
    return done;
  },

  async resetAll() {
    await state.sandboxes.resetAll();
    events.publish({ type: 'reset', sandbox: undefined });
    return done;
  },
});
