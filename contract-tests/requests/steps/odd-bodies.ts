import { gzipSync } from 'node:zlib';
import type { CaseDraft } from '../../../src/conformance/cases/case.js';
import type { Planner } from '../../../src/conformance/cases/planner.js';
import { withBody, withHeaders } from '../../../src/conformance/cases/request.js';
import type { Operation } from '../../../src/contract/operations.js';

export function accepted(planner: Planner, operation: Operation): number[] {
  return [...planner.successStatuses(operation), ...planner.rejectionStatuses, 413];
}

/** The whole body spelled oddly, or with odd parts added. */
export function oddBodies(planner: Planner, operation: Operation): CaseDraft[] {
  const body = planner.body(operation);
  const json = JSON.stringify(body);
  const accept = accepted(planner, operation);
  const request = planner.request(operation);
  const bodies: [detail: string, title: string, body: string | Buffer][] = [
    [
      'unknown-fields',
      'with unknown fields',
      json.replace('{', '{"drydock_unknown":{"a":[1]},"__proto__":{"x":1},"constructor":"x",'),
    ],
    [
      'unknown-inside',
      'with unknown fields in each object inside it',
      json.replace(/(?<!^)\{/g, '{"drydock_unknown":{"a":[1]},'),
    ],
    ['same-field-twice', 'with one field twice', json.replace(/^\{("[^"]+"):/, '{$1:null,$1:')],
    [
      'deep',
      'with 200 levels in an unknown field',
      json.replace('{', `{"drydock_deep":${'['.repeat(200)}${']'.repeat(200)},`),
    ],
    ['trailing', 'with words after the JSON', `${json} and more`],
    ['trailing-comma', 'with a trailing comma', json.replace(/\}$/, ',}')],
    ['mark', 'after a byte order mark', `\ufeff${json}`],
    [
      'bytes',
      'with bytes that are not UTF-8',
      Buffer.concat([
        Buffer.from(json.slice(0, -1)),
        Buffer.from(',"drydock":"'),
        Buffer.from([0xff, 0xfe, 0xc3, 0x28]),
        Buffer.from('"}'),
      ]),
    ],
    ['surrogate', 'with half a surrogate pair', json.replace('{', '{"drydock":"\\ud800",')],
    ['nan', 'with NaN', json.replace(/:(\d+(\.\d+)?)(?=[,}])/, ':NaN')],
  ];
  const compressed = withBody(withHeaders(request, { 'Content-Encoding': 'gzip' }), gzipSync(json));
  return [
    ...bodies.map(([detail, title, sent]) => ({
      detail,
      title,
      operation,
      request: withBody(request, sent),
      accept,
    })),
    // A server rejects a coding that it doesn't know (RFC 9110 8.4).
    {
      detail: 'compressed',
      title: 'a compressed body',
      operation,
      request: compressed,
      accept: [...accept, 415],
    },
  ];
}
