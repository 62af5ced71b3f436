import { isSensitiveName } from '../../secrets/sensitive-names.js';
import type { TrafficHeaders } from '../../conformance/traffic/traffic-exchange.js';

/** Headers that frame the message, or that the mock sends itself, or that say something of a server and nothing to a client. */
const ofTheServer =
  /^(?::.*|content-(?:length|encoding|type)|transfer-encoding|connection|keep-alive|upgrade|trailer|te|proxy-.*|date|server|via|age|alt-svc|nel|report-to|strict-transport-security|access-control-.*|timing-allow-origin|cross-origin-.*|ratelimit(?:-policy)?|x-mock-.*|x-powered-by|x-served-by|x-timer|x-runtime|cf-.*|x-amz-.*|x-cache.*|server-timing|http2-settings)$/i;

/** Response headers that a scenario repeats. */
export interface KeptHeaders {
  readonly headers: Readonly<Record<string, string>>;
  /** Names of those that it leaves out because they are secrets. */
  readonly masked: readonly string[];
  /** Names of those that a scenario can't say. */
  readonly unsayable: readonly string[];
}

export function keptHeaders(all: TrafficHeaders): KeptHeaders {
  const headers: Record<string, string> = {};
  const masked: string[] = [];
  const unsayable: string[] = [];
  for (const [name, value] of all) {
    if (ofTheServer.test(name)) continue;
    if (isSensitiveName(name)) masked.push(name);
    else if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e]*$/.test(value)) unsayable.push(name);
    else headers[name] = Object.hasOwn(headers, name) ? `${headers[name] ?? ''}, ${value}` : value;
  }
  return { headers, masked: [...new Set(masked)], unsayable: [...new Set(unsayable)] };
}
