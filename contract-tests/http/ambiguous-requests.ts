import type { CaseDraft } from '../../src/conformance/cases/case.js';
import type { WireForm } from '../../src/conformance/cases/wire-form.js';
import { mayWrite } from '../../src/conformance/cases/writes.js';
import { rule } from '../../src/conformance/rules/rule.js';

type Form = readonly [detail: string, title: string, wire: WireForm];

/** Messages that two recipients may read as two different ones, and what is sent. */
const forms: readonly Form[] = [
  ['no-host', 'without Host', { hosts: 0 }],
  ['blank-in-name', 'with a blank before the colon of a header', { lines: ['X-Drydock : 1'] }],
  ['two-lengths', 'with two values of Content-Length', { lines: ['Content-Length: 3', 'Content-Length: 5'] }],
  ['odd-length', 'with a Content-Length that is no number', { lines: ['Content-Length: 1x'] }],
];
/** Node's own server serves it, so that only who is strict wants to know. */
const servedByNode: Form = ['two-hosts', 'with two Host headers', { lines: ['Host: drydock.invalid'] }];

export default rule({
  title: 'A request that can be read in two ways is rejected (MUST with --strict-http).',
  level: 'SHOULD',
  strictHttp: true,
  section: 'RFC 9112 3.2',
  sentence:
    'A server MUST respond with a 400 (Bad Request) status code to any HTTP/1.1 request message that lacks a Host header field and to any request message that contains more than one Host header field line (likewise 5.1 and 6.3).',
  expected: ['status 400'],
  appliesTo: { document: 'any' },
  cases(planner) {
    const operation = planner.operations.find(
      (one) => one.method === 'get' && !mayWrite(planner.request(one), one),
    );
    if (operation === undefined) return [];
    return [...forms, ...(planner.strictHttp ? [servedByNode] : [])].map(
      ([detail, title, wire]): CaseDraft => ({
        detail,
        title: `a request ${title}`,
        operation,
        request: { ...planner.request(operation), wire },
        accept: [400],
        responseLevel: 'ASSUMED',
      }),
    );
  },
});
