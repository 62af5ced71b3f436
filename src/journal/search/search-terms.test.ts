import { describe, expect, it } from 'vitest';
import { linesTest, type SearchedLine } from './match-line.js';
import { parseSearch } from './search-terms.js';

const line: SearchedLine = {
  ...{ id: 7, sandbox: 'alice', method: 'POST', path: '/api/create-order', operation: 'createOrder' },
  ...{
    status: 503,
    headBytes: 200,
    ending: 'reset',
    durationMs: 120,
    scenario: ['flaky'],
    fault: 'reset',
    problems: 2,
    findings: 3,
  },
};
const matches = (search: string) => linesTest(parseSearch(search).terms)(line);

describe('a search', () => {
  it.each([
    'status:503',
    'status:5xx',
    'status:>=4xx',
    '-status:200',
    'op:CREATEORDER',
    'sandbox:alice',
    'method:post',
    'path:order',
    'took:>100',
    'ending:reset',
    '-ending:pending',
    'took:<=0.12s',
    'fault:reset',
    'fault:any',
    'scenario:fla',
    'problems:2',
    'findings:>2',
    'id:>6',
    'order',
    'ORDER alice 503',
    '',
  ])('%s matches the line of an exchange that it describes', (search) => {
    expect(matches(search)).toBe(true);
  });

  it.each([
    'status:4xx',
    '-status:5xx',
    'op:listOrders',
    'took:<100',
    'sandbox:al',
    'problems:0',
    'findings:0',
    '-order',
  ])('%s does not match another one', (search) => {
    expect(matches(search)).toBe(false);
  });

  it.each([
    ['caf%C3%A9', '/books/caf%C3%A9'],
    ['café', '/books/caf%C3%A9'],
    ['path:"/a b"', '/a%20b'],
    ['path:/a%20b', '/a b'],
    ['path:%2fB', '/a/b'],
    ['path:100%', '/100%25'],
    ['path:%e9', '/%E9'],
  ])('%s matches the path %s, percent-encoded or not', (search, path) => {
    expect(linesTest(parseSearch(search).terms)({ ...line, path })).toBe(true);
  });

  it.each(['header:x', 'body:x', 'request:x', 'response:x', 'rule:x', 'key:valid', 'nowhere', '-nowhere'])(
    '%s is left open by the line alone',
    (search) => {
      expect(matches(search)).toBeUndefined();
    },
  );

  it('keeps words in quotes together, and takes a price for a number', () => {
    const { terms } = parseSearch('body:"two words" "one text" $19.82 10:30 http://host/x');
    expect(terms.map((term) => [term.kind, 'text' in term && term.text])).toEqual([
      ['body', 'two words'],
      ['text', 'one text'],
      ['text', '19.82'],
      ['text', '10:30'],
      ['text', 'http://host/x'],
    ]);
  });

  it.each([
    ['staus:5xx', 'staus: is not a token; did you mean status:?'],
    ['status:6', 'status: needs a status or a class, such as status:5xx; got "6"'],
    ['took:soon', 'took: needs a number, such as took:>100; got "soon"'],
    ['op:', 'op: needs a value, such as op:listBooks'],
  ])('%s is refused with a sentence', (search, sentence) => {
    expect(parseSearch(search).problems).toEqual([sentence]);
  });
});
