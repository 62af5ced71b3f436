/**
 * Guards the tools behind HTTP as the control API is guarded: a page in a browser on this machine may send requests here, even under a
 * name of its own, and another user of the machine may too. Neither knows the token, and a page can choose neither Host nor Origin.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { ControlToken } from '../control/guard/control-token.js';
import { hostName, isLoopback } from '../control/guard/known-hosts.js';

/** Why a request is not for the tools. */
export interface Refusal {
  readonly status: 401 | 403 | 421;
  /** One sentence. */
  readonly reason: string;
}

/** @returns undefined for a request of a client that knows the token */
export function refusalOf(headers: IncomingHttpHeaders, token: ControlToken): Refusal | undefined {
  const name = hostName(headers.host);
  if (name === undefined || !isLoopback(name))
    return { status: 421, reason: 'The Host header must name this machine, such as 127.0.0.1.' };
  const { origin, 'sec-fetch-site': site = 'none' } = headers;
  const isForeign = origin !== undefined && origin !== `http://${headers.host}`;
  if (isForeign || !['none', 'same-origin'].includes(site))
    return { status: 403, reason: 'A page of another site may not use these tools.' };
  const [, given] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  if (given !== undefined && token.equals(given)) return undefined;
  const what = given === undefined ? 'The tools need their token' : 'This is not the token of these tools';
  return {
    status: 401,
    reason: `${what}: send the header Authorization: Bearer TOKEN with the one that drydock mcp printed or was given.`,
  };
}
