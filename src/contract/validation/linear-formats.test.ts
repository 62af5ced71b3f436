import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from './validate-function.js';
import { linearFormats } from './linear-formats.js';

const addFormats = createRequire(import.meta.url)('ajv-formats') as (ajv: Ajv2020) => Ajv2020;
const formats = ['uri', 'url', 'uri-reference', 'email'];
const texts = [
  ...[
    'a@b.example',
    'a b@c',
    'example.com',
    '-a.b',
    '127.0.0.1',
    '127.0.0.256',
    '::1',
    '1::2::3',
    'fe80::1%eth0',
    'P1DT2H',
  ],
  ...[
    'P',
    'https://example.com/a?b=c#d',
    'http://10.0.0.1',
    'ftp://x.example',
    'urn:isbn:1',
    '/a/b',
    '//',
    'a b',
    '{a}{+b}',
    '{',
  ],
  ...[
    '123e4567-e89b-12d3-a456-426614174000',
    'URN:UUID:123e4567-e89b-12d3-a456-426614174000',
    '/a~0b',
    '/a~2',
    '',
    'é',
  ],
];

const validator = (format: string, linear: boolean): ValidateFunction => {
  const ajv = new Ajv2020();
  addFormats(ajv);
  if (linear)
    for (const [name, format] of Object.entries(linearFormats(ajv.formats))) ajv.addFormat(name, format);
  return ajv.compile({ type: 'string', format });
};

describe('The formats of a document that is not trusted', () => {
  it.each(formats)('accept what the usual ones accept: %s', (format) => {
    const [linear, usual] = [validator(format, true), validator(format, false)];
    for (const text of texts) expect([text, linear(text)]).toEqual([text, usual(text)]);
    expect(texts.map((text) => linear(text))).toContain(true);
    expect(texts.map((text) => linear(text))).toContain(false);
  });

  // A regular expression that backtracks takes hours; a search that is given up accepts the text.
  it.each(['uri', 'uri-reference', 'email'])('find out for a long text: %s', (format) => {
    const accepts = validator(format, true);
    for (const part of ['http://a:', 'a@', 'a.', '%aa', '1:', '0']) {
      expect(accepts(`http://${part.repeat(100_000 / part.length)}\u0000 `)).toBe(false);
      expect(accepts(`${part.repeat(100_000 / part.length)}\u0000 `)).toBe(false);
    }
  });

  it('find out for a long text: url', () => {
    expect(validator('url', true)(`//${'a.'.repeat(50_000)}`)).toBe(false);
  });
});
