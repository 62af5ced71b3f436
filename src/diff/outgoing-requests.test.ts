/** Which webhooks and callbacks of two documents are the same requests. */
import { expect, it } from 'vitest';
import { loadContract } from '../contract/load-contract.js';
import { findChanges } from './find-changes.js';
import { documentOf, ok, type Json } from './testing/thing-documents.js';

const load = (document: object) => loadContract('openapi.json', { text: JSON.stringify(document) });

async function changesOf(
  old: object,
  now: object,
): Promise<(readonly [kind: string, pointer: string | undefined])[]> {
  const found = findChanges(await load(old), await load(now));
  return found.map(({ kind, old: before, new: after }) => [kind, (before ?? after)?.pointer]);
}

const sending = (type: string): Json => ({
  post: { requestBody: { content: { 'application/json': { schema: { type } } } }, responses: ok() },
});
const calling = (done: Json): Json => documentOf({ callbacks: { done } });

it('a callback to one of several addresses that is removed is no change of the others', async () => {
  const [a, b] = ['{$request.query.a}', '{$request.query.b}'];
  const [both, one] = [
    calling({ [a]: sending('string'), [b]: sending('number') }),
    calling({ [b]: sending('number') }),
  ];
  const pointer = `/paths/~1things/post/callbacks/done/${a}/post`;
  expect(await changesOf(both, one)).toEqual([['callback-removed', pointer]]);
  expect(await changesOf(one, both)).toEqual([['callback-added', pointer]]);
});

it('an extension of a callback is no request', async () => {
  const address = '{$request.query.a}';
  const plain = calling({ [address]: sending('string') });
  const extended = calling({ 'x-note': sending('string'), [address]: sending('string') });
  expect(await changesOf(extended, plain)).toEqual([]);
});

it('a webhook that a document states twice is one request', async () => {
  const webhooks = { shipped: sending('string') };
  const twice = documentOf({}, { webhooks, 'x-webhooks': webhooks });
  expect(await changesOf(twice, documentOf({}, { webhooks }))).toEqual([]);
});
