import { expect, it } from 'vitest';
import { caseHeaders } from './case-header.js';

const request = { method: 'GET', path: '/', headers: {} };

it('a request names its case in visible ASCII, whatever the document calls its operations', () => {
  expect(caseHeaders(request, 'auth/missing-key/GET /größe \ud800/none')).toEqual({
    'X-Drydock-Case': 'auth/missing-key/GET%20/gr%C3%B6%C3%9Fe%20%EF%BF%BD/none',
  });
});

it.each([{ separator: ':' }, { padding: ' ' }, { hosts: 2 }, { lines: ['X: y'] }])(
  'a request of the form %j has no further header',
  (wire) => {
    expect(caseHeaders({ ...request, wire }, 'a/b')).toEqual({});
  },
);
