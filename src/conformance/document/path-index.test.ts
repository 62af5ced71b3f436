import { expect, it } from 'vitest';
import { operationsOf } from '../../contract/operations.js';
import { PathIndex } from './path-index.js';

const paths = [
  '/users/me',
  '/users/{id}',
  '/users/{id}/books',
  '/files/{name}.{type}',
  '/any/{proxy+}',
  '/v1/{name}:{verb}',
];
const document = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: Object.fromEntries(paths.map((path) => [path, { get: { responses: {} } }])),
};
const index = new PathIndex(operationsOf(document));

it.each([
  ['/users/me', ['/users/me', '/users/{id}']],
  ['/users/7?x=/y', ['/users/{id}']],
  ['/users/', []],
  ['/users/7/books', ['/users/{id}/books']],
  ['/files/a.b.c', ['/files/{name}.{type}']],
  ['/files/a', []],
  ['/any/where/you/like', ['/any/{proxy+}']],
  ['/v1/job:start', ['/v1/{name}:{verb}']],
  ['/nowhere', []],
])('the path %s is one of %j', (path, templates) => {
  expect(index.operationsAt(path).map((operation) => operation.path)).toEqual(templates);
});
