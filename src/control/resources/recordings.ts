import type { ControlContext } from '../control-context.js';
import type { ControlHandlers } from '../operation-handlers.js';
import { scenarioOf } from '../recordings/scenario-of-requests.js';

/** Calls that make scenarios and files of recorded requests. */
export function prepareRecordings({ mock, state }: Pick<ControlContext, 'mock' | 'state'>) {
  return {
    async makeScenarioFromRequests({ path: { name: sandbox }, body: { requests, title } }) {
      const journal = await state.journal.list(sandbox);
      return { status: 200, json: await scenarioOf(mock(), sandbox, journal, { requests, title }) };
    },
  } satisfies Partial<ControlHandlers>;
}
