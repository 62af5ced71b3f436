import { afterAll, expect, it } from 'vitest';
import globalSetup from './global-setup.js';
import globalTeardown from './global-teardown.js';
import { drydock } from './index.js';

const before = { ...process.env };
afterAll(() => {
  Object.assign(process.env, before);
});

it('the global setup starts a mock to which every test attaches, and the teardown stops it', async () => {
  await globalSetup();
  const mock = drydock.attach();
  const sandbox = await mock.sandbox().scenario('flaky');
  const response = await fetch(`${sandbox.url}/categories`, { headers: sandbox.headers() });
  expect(response.status).toBe(500);
  await globalTeardown();
  expect([process.env.DRYDOCK_URL, process.env.DRYDOCK_CONTROL_TOKEN]).toEqual([undefined, undefined]);
  await expect(mock.scenarios()).rejects.toThrow('Failed to reach the mock');
});

it('the projects of a test run share one mock, which the last teardown stops', async () => {
  const [first, second] = await Promise.all([globalSetup(), globalSetup()]);
  const mock = drydock.attach();
  await first();
  await expect(mock.scenarios()).resolves.not.toEqual([]);
  await second();
  await expect(mock.scenarios()).rejects.toThrow('Failed to reach the mock');
  expect([process.env.DRYDOCK_URL, process.env.DRYDOCK_CONTROL_TOKEN]).toEqual([undefined, undefined]);
});

it('a setup that begins before the last teardown has ended keeps its mock', async () => {
  const end = await globalSetup();
  const [, next] = await Promise.all([end(), globalSetup()]);
  await expect(drydock.attach().scenarios()).resolves.not.toEqual([]);
  await next();
});
