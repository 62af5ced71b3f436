import { expect, it } from 'vitest';
import { readDrafts, storedDrafts } from './send-drafts.js';

const draft = { method: 'GET', path: '/a', key: 'dk_test_a', scenario: '', headers: '', body: '{' };

it('drafts are read as they were stored, without a key that may be a secret', () => {
  const secret = { ...draft, key: 'Zq4-Vld-Wx7-cnry' };
  const text = storedDrafts({ 'a/1 t': draft, 'a/2 t': secret });
  expect(text).not.toContain('Zq4');
  expect(readDrafts(text)).toEqual({ 'a/1 t': draft, 'a/2 t': { ...draft, key: '' } });
});

it.each([null, '', 'null', '[1]', '{"a":null}', '{"a":{"method":"GET"}}', '{"a":{"method":1}}'])(
  'no draft is read from %j',
  (text) => {
    expect(readDrafts(text)).toEqual({});
  },
);
