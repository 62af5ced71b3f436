/** A mock for the tests of a file, and a sandbox for each of them. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { DrydockError, drydock, type MockClient, type Sandbox } from '../index.js';

export const token = 'a-token-for-tests';
export let mock: MockClient;
export let sandbox: Sandbox;

/** Starts them for the tests of the file that calls it. */
export function useMock(): void {
  beforeAll(async () => {
    mock = await drydock.start({ controlToken: token, journal: 2000, quota: 'off' });
  });
  beforeEach(() => {
    sandbox = mock.sandbox();
  });
  afterEach(() => mock.reset());
  afterAll(() => mock.close());
}

/** The status of a request for the categories. */
export async function ask(headers = sandbox.headers(), url = sandbox.url): Promise<number> {
  const response = await fetch(`${url}/categories`, { headers });
  await response.text();
  return response.status;
}

/** The error of a call that must fail. */
export async function refusal(call: Promise<unknown>): Promise<DrydockError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DrydockError);
  return error as DrydockError;
}
