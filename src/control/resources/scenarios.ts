import { chosenForSandbox, chosenScenario } from '../chosen-scenario.js';
import { done } from '../control-handler.js';
import type { ControlCall, PrepareControl } from '../control-handler.js';
import { scenarioCalls } from '../scenario-calls.js';

/** What the mock answers otherwise: for one sandbox, and for all that have nothing of their own. */
export const prepareScenarios: PrepareControl = ({ mock, state, events }) => {
  const scenarioOf = async (sandbox: string) => {
    const [own, byDefault, calls] = await Promise.all([
      state.scenarios.chosen(sandbox),
      state.scenarios.defaultNames(),
      state.scenarios.callCounts(sandbox),
    ]);
    const scenario = own?.names ?? byDefault;
    const tried = own && mock().inlineScenarios.find(own);
    return {
      sandbox,
      scenario: own?.names ?? null,
      definition: own?.definition === undefined ? null : (JSON.parse(own.definition) as unknown),
      inForce:
        scenario === undefined ? null : { scenario, channel: own === undefined ? 'default' : 'sandbox' },
      calls: scenarioCalls(mock(), sandbox, calls, tried?.refused === false ? tried.scenarios : []),
    };
  };

  return {
    listScenarios() {
      const { scenarios, contract } = mock();
      const operations = contract.operations.map(({ id, method, path, summary }) => ({
        ...{ id, method: method.toUpperCase(), path, summary },
      }));
      return { status: 200, json: { scenarios: scenarios.list(), operations } };
    },

    async getDefaultScenario() {
      return { status: 200, json: { scenario: (await state.scenarios.defaultNames()) ?? null } };
    },

    async setDefaultScenario({ body }) {
      const scenario = chosenScenario(mock().scenarios, body);
      await state.scenarios.setDefault(scenario);
      events.publish({ type: 'scenario', sandbox: undefined, scenario });
      return { status: 200, json: { scenario } };
    },

    async clearDefaultScenario() {
      await state.scenarios.setDefault(undefined);
      events.publish({ type: 'scenario', sandbox: undefined, scenario: undefined });
      return done;
    },

    async getSandboxScenario(call) {
      return { status: 200, json: await scenarioOf(sandboxOf(call)) };
    },

    async setSandboxScenario(call) {
      const sandbox = sandboxOf(call);
      const chosen = await chosenForSandbox(mock(), call.body);
      await state.scenarios.choose(sandbox, chosen);
      events.publish({ type: 'scenario', sandbox, scenario: chosen.names });
      return { status: 200, json: await scenarioOf(sandbox) };
    },

    async clearSandboxScenario(call) {
      const sandbox = sandboxOf(call);
      if (!(await state.sandboxes.exists(sandbox))) return done;
      await state.scenarios.choose(sandbox, undefined);
      events.publish({ type: 'scenario', sandbox, scenario: undefined });
      return done;
    },
  };
};

/** The sandbox that a call's path names. */
export function sandboxOf({ path }: ControlCall): string {
  return path.name as string;
}
