// Uses the built `drydock-kit/testcontainers` as a project's test does, and prints what it met. The document is given as an argument.
import { request } from 'node:http';
import { DrydockContainer } from 'drydock-kit/testcontainers';

const image = 'drydock-kit';
const statusOf = async (url, headers = {}) => (await fetch(url, { headers })).status;

/** fetch would not send another name than that of the address. */
const statusAs = (host, { mock, controlToken }) =>
  new Promise((resolve, reject) => {
    const headers = { host, authorization: `Bearer ${controlToken}` };
    request(`${mock.url}/__drydock/sandboxes`, { headers }, (response) =>
      resolve(response.resume().statusCode),
    )
      .on('error', reject)
      .end();
  });

const container = await new DrydockContainer(image)
  .withEnvironment({ DRYDOCK_QUOTA: '2/60s' })
  .withNetworkAliases('mock')
  .start();
const sandbox = await container.mock.sandbox().scenario('server-error');
const call = () => statusOf(`${sandbox.url}/categories`, sandbox.headers());
const forced = await call();
await sandbox.expectVerified({ requests: [{ operation: 'listCategories', status: 500, times: 1 }] });
await sandbox.normal();
await sandbox.resetQuota();
const answered = [await call(), await call(), await call()];
const page = await statusOf(container.pageUrl);
const names = [await statusAs('mock:4010', container), await statusAs('other:4010', container)];
await container.stop();

const other = await new DrydockContainer(image).withSpec(process.argv[2]).start();
const operations = (await other.mock.operations()).map(({ id }) => id);
const letters = await statusOf(`${other.mock.url}/letters`);
await other.stop();

console.log(JSON.stringify({ forced, answered, page, names, operations, letters }));
