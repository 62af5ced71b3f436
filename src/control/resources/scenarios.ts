import { inlineScenario } from '../../mock/scenarios/inline-scenarios.js';
import type { ControlContext } from '../control-context.js';
import { done } from '../operation-handlers.js';
import type { ControlHandlers } from '../operation-handlers.js';
import { chosenForSandbox, chosenScenario } from '../scenarios/chosen-scenario.js';
import { scenarioCalls } from '../scenarios/scenario-calls.js';

/** What requests meet instead of the normal response: in one sandbox, and in all that have chosen nothing. */
export function prepareScenarios(context: ControlContext) {
  const { mock, state, events } = context;
  return {
    listScenarios() {
      const { scenarios, contract } = mock();
      const operations = contract.operations.map(({ id, method, path, summary }) => ({
        ...{ id, method: method.toUpperCase(), path, summary },
      }));
      return { status: 200, json: { scenarios: scenarios.list(), operations } };
    },

    async getDefaultScenario() {
      return { status: 200, json: { scenario: (await state.defaultScenario()) ?? null } };
    },

    async setDefaultScenario({ body }) {
      const scenario = chosenScenario(mock().scenarios, body.scenario);
      await state.setDefaultScenario(scenario);
      events.publish({ type: 'scenario', sandbox: undefined, scenario });
      return { status: 200, json: { scenario } };
    },

    async clearDefaultScenario() {
      await state.setDefaultScenario(undefined);
      events.publish({ type: 'scenario', sandbox: undefined, scenario: undefined });
      return done;
    },

    async getSandboxScenario({ path }) {
      return { status: 200, json: await describeChoice(context, path.name) };
    },

    async setSandboxScenario({ path: { name: sandbox }, body }) {
      const chosen = await chosenForSandbox(mock(), body);
      await state.setScenario(sandbox, chosen);
      events.publish({ type: 'scenario', sandbox, scenario: chosen.names });
      return { status: 200, json: await describeChoice(context, sandbox) };
    },

    async clearSandboxScenario({ path: { name: sandbox } }) {
      if (!(await state.exists(sandbox))) return done;
      await state.setScenario(sandbox, undefined);
      events.publish({ type: 'scenario', sandbox, scenario: undefined });
      return done;
    },
  } satisfies Partial<ControlHandlers>;
}

/** What was chosen for a sandbox, what its next request meets, and how far its scenarios are. */
async function describeChoice({ mock, state }: ControlContext, sandbox: string) {
  const [own, byDefault, calls] = await Promise.all([
    state.sandboxScenario(sandbox),
    state.defaultScenario(),
    state.callCounts(sandbox),
  ]);
  const scenario = own?.names ?? byDefault;
  const inline = own && inlineScenario(mock(), own);
  return {
    sandbox,
    scenario: own?.names ?? null,
    definition: own?.definition === undefined ? null : (JSON.parse(own.definition) as unknown),
    inForce: scenario === undefined ? null : { scenario, channel: own === undefined ? 'default' : 'sandbox' },
    calls: scenarioCalls(mock(), sandbox, calls, inline?.refused === false ? inline.scenarios : []),
  };
}
