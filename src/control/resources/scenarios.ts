import type { Mock } from '../../mock/mock.js';
import { named } from '../../scenarios/channels.js';
import { asDefault } from '../../scenarios/scenario-catalogue.js';
import type { ChosenScenario } from '../../state/state.js';
import type { LocalContext } from '../control-context.js';
import { done, type ControlHandlers, ok } from '../operation-handlers.js';
import { chosenForSandbox, chosenScenario } from '../scenarios/chosen-scenario.js';
import { upcomingCalls, scenarioCalls } from '../scenarios/upcoming-calls.js';

/** Calls about what requests get instead of the normal response: in one sandbox, and in all that have chosen nothing. */
export function prepareScenarios(context: LocalContext) {
  const { mock, state, checks, events, scenarioFiles } = context;
  return {
    listScenarios() {
      const { scenarios, contract } = mock();
      const operations = contract.operations.map(({ id, method, path, summary }) => ({
        ...{ id, method: method.toUpperCase(), path, summary },
      }));
      return ok({ scenarios: scenarios.list(), operations, folder: scenarioFiles?.writable?.shown ?? null });
    },

    async getDefaultScenario() {
      return ok({ scenario: (await state.scenarios.defaultNames()) ?? null });
    },

    async setDefaultScenario({ body }) {
      const scenario = asDefault(chosenScenario(mock().scenarios, body.scenario));
      await state.scenarios.setDefault(scenario);
      events.publish({ type: 'scenario', sandbox: undefined, scenario });
      return ok({ scenario: scenario ?? null });
    },

    async clearDefaultScenario() {
      await state.scenarios.setDefault(undefined);
      events.publish({ type: 'scenario', sandbox: undefined, scenario: undefined });
      return done;
    },

    async getSandboxScenario({ path }) {
      return ok(await describeChoice(context, path.name));
    },

    async setSandboxScenario({ path: { name: sandbox }, body }) {
      const chosen = await chosenForSandbox(mock(), checks, body);
      await state.scenarios.choose(sandbox, chosen);
      events.publish({ type: 'scenario', sandbox, scenario: chosen.names });
      return ok(await describeChoice(context, sandbox));
    },

    async clearSandboxScenario({ path: { name: sandbox } }) {
      if (!(await state.sandboxes.exists(sandbox))) return done;
      await state.scenarios.choose(sandbox, undefined);
      events.publish({ type: 'scenario', sandbox, scenario: undefined });
      return done;
    },
  } satisfies Partial<ControlHandlers>;
}

/** Describes the choice for a sandbox, the effect on its next request, and the progress of its scenarios. */
async function describeChoice({ mock, state }: LocalContext, sandbox: string) {
  const [own, byDefault, calls] = await Promise.all([
    state.scenarios.chosen(sandbox),
    state.scenarios.defaultNames(),
    state.scenarios.callCounts(sandbox),
  ]);
  const scenario = own?.names ?? byDefault;
  const inline = own && mock().inlineScenarios.find(own);
  const inForce = scenario === undefined ? [] : chosenScenarios(mock(), own ?? { names: scenario });
  return {
    sandbox,
    scenario: own?.names ?? null,
    definition: own?.definition === undefined ? null : (JSON.parse(own.definition) as unknown),
    inForce: scenario === undefined ? null : { scenario, channel: own === undefined ? 'default' : 'sandbox' },
    calls: scenarioCalls(mock(), sandbox, calls, inline?.usable ? inline.scenarios : []),
    upcoming: upcomingCalls(mock(), sandbox, calls, inForce),
  };
}

/** Resolves a choice; none if requests with it are refused. */
function chosenScenarios({ scenarios, inlineScenarios }: Mock, { names, ...own }: ChosenScenario) {
  const choice = inlineScenarios.find({ names, ...own }) ?? named(scenarios, names, 'sandbox');
  return choice.usable ? choice.scenarios : [];
}
