// Code that a project writes, under every way in which TypeScript resolves modules; each name must have a type.
import { createServer } from 'drydock-kit';
import type { ServerOptions } from 'drydock-kit';
import { drydock } from 'drydock-kit/client';
import type { Sandbox, Verification } from 'drydock-kit/client';
import { createFetchHandler } from 'drydock-kit/fetch';
import { fixture, fixtureNames } from 'drydock-kit/fixtures';
import { contractMatchers } from 'drydock-kit/jest';
import { globalTeardown } from 'drydock-kit/global-setup';

type Document = typeof import('drydock-kit/openapi.yaml');

const options: ServerOptions = { port: 0, seed: 7, quota: '100/60s' };
// @ts-expect-error there is no such option
const wrong: ServerOptions = { prot: 4010 };

export async function use(): Promise<void> {
  const server = await createServer(options);
  const url: string = server.url;
  const mock = await drydock.start({ port: 0 });
  const sandbox: Sandbox = await mock.sandbox().scenario('flaky', 'status-404', 'delay-300ms');
  // @ts-expect-error there is no such scenario
  sandbox.headers('flakyy');
  // @ts-expect-error nor this one
  await sandbox.scenario('flakyy');
  // @ts-expect-error there is no such operation
  await sandbox.requests({ operation: 'createOrders' });
  const chosen = ['flaky', 'slow'];
  for (const name of chosen) sandbox.keyWith(name);
  // @ts-expect-error a scenario is a name or a definition
  await sandbox.scenario(404);
  const expected: Verification = { requests: [{ operation: 'createOrder', times: 1 }] };
  await sandbox.expectVerified(expected);
  // @ts-expect-error an expectation has no such field
  await sandbox.expectVerified({ requests: [{ operatoin: 'createOrder' }] });
  const handler = createFetchHandler({ seed: 7 });
  const { status }: Response = await handler(`${url}/categories`);
  await handler.use({ delay: '2s' }, { sandbox: 'a' });
  await contractMatchers.toMatchContract({ status }, 'listCategories');
  const limited: 429 = fixture('createOrder', 429).status;
  const names: string[] = fixture('listCategories', 200).body.data.map(({ name }) => name);
  // @ts-expect-error the document has no such status
  fixture('createOrder', 418);
  // @ts-expect-error there is no such scenario
  fixture('listCategories', 'flakyy');
  void [limited, names, fixtureNames('listCategories'), wrong];
  await globalTeardown();
}

export function asObject(document: Document): object {
  return document;
}
