import { readFileSync } from 'node:fs';
import type { components } from '../../../contract/generated/control-api.js';
import { packageFile } from '../../../contract/package-root.js';
import { channels } from '../../../scenarios/channels.js';
import { faultKinds } from '../../../scenarios/faults/registry.js';
import type { FaultKind } from '../../../scenarios/faults/fault.js';
import { code, markdownTable, type MadeParts } from './markdown-table.js';
import { runDrydock } from './command-help.js';

type ListedScenario = components['schemas']['Scenario'];

/** The shipped scenario files; `breaksContract` picks those that break the contract on purpose, or the others. */
async function shippedScenarios(breaksContract: boolean): Promise<ListedScenario[]> {
  const listed = await runDrydock('scenarios', '--json');
  const { scenarios } = JSON.parse(listed) as { scenarios: ListedScenario[] };
  return scenarios.filter(
    (scenario) => scenario.source !== 'document' && scenario.breaksContract === breaksContract,
  );
}

function scenarioTable(adviceHead: string, scenarios: readonly ListedScenario[]): string {
  const rows = scenarios.map(({ name, title, advice }) => [code(name), title, advice]);
  return markdownTable(['scenario', 'what happens', adviceHead], rows);
}

interface DescribedSchema {
  readonly description?: string;
  readonly $ref?: string;
}

/** Lists of scenarios, their fields, their channels and faults. */
export const scenarioParts: MadeParts = {
  'client-scenarios': async () => scenarioTable('what a good client does', await shippedScenarios(false)),
  'breaking-scenarios': async () => scenarioTable('what must be noticed', await shippedScenarios(true)),
  'scenario-count': async () =>
    String((await shippedScenarios(false)).length + (await shippedScenarios(true)).length),
  /** Lists the fields of a scenario file, from the JSON Schema that editors and the loader use. */
  'scenario-fields'() {
    const schema = JSON.parse(readFileSync(packageFile('scenarios', 'scenario.schema.json'), 'utf8')) as {
      properties: Record<string, DescribedSchema>;
      $defs: Record<string, DescribedSchema>;
    };
    const rows = Object.entries(schema.properties).map(([name, property]) => {
      const target = property.$ref?.replace('#/$defs/', '') ?? '';
      const description = property.description ?? schema.$defs[target]?.description;
      if (description === undefined) throw new Error(`scenario.schema.json does not describe ${name}.`);
      return [code(name), description];
    });
    return markdownTable(['field', 'meaning'], rows);
  },
  /** The channels, strongest first. */
  'channel-table'() {
    const rows = channels
      .toSorted((a, b) => b.strength - a.strength)
      .map(({ name, usage, affects }) => [code(name), usage, affects]);
    return markdownTable(['channel', 'how to use it', 'for whom'], rows);
  },
  /** Every fault of the connection, and what clients without a timeout make of it. */
  'fault-table'() {
    const kinds: readonly FaultKind[] = faultKinds;
    const rows = kinds.map(({ kind, seenBy }) => [
      code(kind),
      seenBy.wire,
      seenBy.fetch,
      seenBy.axios,
      seenBy.curl,
    ]);
    return markdownTable(['fault', 'on the wire', 'fetch of Node 20', 'axios in Node', 'curl'], rows);
  },
};
