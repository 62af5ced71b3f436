import { describe, expect, it } from 'vitest';
import type { ParameterObject } from '../../../contract/openapi.js';
import { withParameter } from './parameter-text.js';

const list = ['a b', 'c'];
const fields = { R: 100, G: 'x' };

const written: [string, Partial<ParameterObject>, unknown, string][] = [
  ['a text', {}, 'a b&c', '/p?color=a%20b%26c'],
  ['a list', {}, list, '/p?color=a%20b&color=c'],
  ['a list in one', { explode: false }, list, '/p?color=a%20b%2Cc'],
  ['a list with pipes', { style: 'pipeDelimited', explode: false }, list, '/p?color=a%20b%7Cc'],
  ['a list with spaces', { style: 'spaceDelimited', explode: false }, ['a', 'b'], '/p?color=a%20b'],
  ['an object', {}, fields, '/p?R=100&G=x'],
  ['an object in one', { explode: false }, fields, '/p?color=R%2C100%2CG%2Cx'],
  ['a deep object', { style: 'deepObject' }, { a: { b: 1 }, c: [2] }, '/p?color[a][b]=1&color[c][]=2'],
  [
    'what is JSON',
    { content: { 'application/json': {} } },
    fields,
    `/p?color=${encodeURIComponent('{"R":100,"G":"x"}')}`,
  ],
];

describe('a query parameter is written as OpenAPI says', () => {
  it.each(written)('%s', (_, parameter, value, path) => {
    const request = { method: 'GET', path: '/p', headers: {} };
    expect(withParameter(request, { name: 'color', in: 'query', ...parameter }, value).path).toBe(path);
  });
});

const inPath: [string, Partial<ParameterObject>, unknown, string][] = [
  ['a text', {}, 'a/b', '/p/a%2Fb/x'],
  ['a list', {}, list, '/p/a%20b,c/x'],
  ['a label', { style: 'label' }, 'blue', '/p/.blue/x'],
  ['a list of labels', { style: 'label', explode: true }, list, '/p/.a%20b.c/x'],
  ['a matrix', { style: 'matrix' }, 'blue', '/p/;color=blue/x'],
  ['a list in a matrix', { style: 'matrix', explode: true }, list, '/p/;color=a%20b;color=c/x'],
  ['an object', { explode: true }, fields, '/p/R=100,G=x/x'],
];

describe('a parameter of the path is written as OpenAPI says', () => {
  it.each(inPath)('%s', (_, parameter, value, path) => {
    const request = { method: 'GET', path: '/p/{color}/x', headers: {} };
    expect(withParameter(request, { name: 'color', in: 'path', ...parameter }, value).path).toBe(path);
  });
});

it('headers and cookies are written beside those that are there', () => {
  const request = { method: 'GET', path: '/', headers: { Cookie: 'a=1', 'X-A': '1' } };
  expect(withParameter(request, { name: 'b', in: 'cookie' }, 'x y').headers.Cookie).toBe('a=1; b=x%20y');
  expect(withParameter(request, { name: 'x-a', in: 'header' }, list).headers).toEqual({
    Cookie: 'a=1',
    'x-a': 'a b,c',
  });
});
