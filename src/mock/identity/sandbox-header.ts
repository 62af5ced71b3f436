import type { RequestHeaders } from '../../journal/journal-entry.js';
import type { Identity } from './identity.js';

/** Names the sandbox of a request whose key names none. */
export const sandboxHeader = 'X-Mock-Sandbox';

const lowerCaseName = 'x-mock-sandbox';
const sandboxName = /^[A-Za-z0-9._-]{1,64}$/;

/** The same caller in the sandbox that the header names, if it names one. */
export function inNamedSandbox(identity: Identity, headers: RequestHeaders): Identity {
  const name = headers[lowerCaseName];
  return typeof name === 'string' && sandboxName.test(name) ? { ...identity, sandbox: name } : identity;
}

/** What is wrong with the header, one sentence; undefined where it is absent or names a sandbox. */
export function sandboxHeaderProblem(headers: RequestHeaders): string | undefined {
  const name = headers[lowerCaseName];
  if (name === undefined || (typeof name === 'string' && sandboxName.test(name))) return undefined;
  return `${sandboxHeader} must be 1 to 64 of the characters A-Z a-z 0-9 . _ -`;
}
