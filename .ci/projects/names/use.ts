// With names.d.ts, which `drydock types` has written, the client knows the names of this project and no other.
import { drydock } from 'drydock-kit/client';
import type { OperationName, ScenarioName } from 'drydock-kit/client';
import { createFetchHandler } from 'drydock-kit/fetch';
import { contractMatchers } from 'drydock-kit/jest';

const scenarios: ScenarioName[] = ['sold-out', 'status-409', 'slow', 'normal', 'delay-2s'];
const operation: OperationName = 'listItems';

export async function use(): Promise<void> {
  const mock = await drydock.start({ spec: 'shop.yaml', scenarios: 'mocks' });
  const sandbox = await mock.sandbox().scenario('sold-out', 'delay-300ms');
  await mock.setDefaultScenario(...scenarios);
  for (const { name } of await mock.scenarios()) sandbox.headers(name);
  await sandbox.expectVerified({ requests: [{ operation, scenario: 'sold-out', times: 1 }] });
  await createFetchHandler().use('sold-out');
  await contractMatchers.toMatchContract(new Response(), 'listItems');
  // @ts-expect-error there is no such scenario
  sandbox.keyWith('sold-uot');
  // @ts-expect-error one of the shipping service that does not fit this document
  sandbox.keyWith('no-couriers');
  // @ts-expect-error an operation of the shipping service
  await sandbox.requests({ operation: 'createOrder' });
}
