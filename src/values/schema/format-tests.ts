import { fullFormats } from 'ajv-formats/dist/formats.js';

export type FormatTest = (value: unknown) => boolean;

/** Texts longer than this are not held against the formats whose patterns backtrack. */
const shortText = 500;
const backtracking = new Set(['uri', 'uri-reference', 'url', 'email', 'hostname', 'uri-template', 'ipv6']);
/** They say how a text is to be read, and restrict none. */
const unrestricted = new Set(['password', 'binary', 'byte']);

/** The test of a `format`, the same as the validators of requests and responses use; undefined for an unknown one. */
export function formatTest(format: string): FormatTest | undefined {
  if (unrestricted.has(format) || !Object.hasOwn(fullFormats, format)) return undefined;
  const known = fullFormats[format as keyof typeof fullFormats] as unknown;
  if (known instanceof RegExp) return textTest(format, (text) => known.test(text));
  if (typeof known === 'function') return textTest(format, known as (text: string) => boolean);
  if (typeof known !== 'object' || known === null) return undefined;
  const { type, validate } = known as { type?: string; validate: unknown };
  if (type === 'number')
    return (value) => typeof value !== 'number' || (validate as (number: number) => boolean)(value);
  return textTest(
    format,
    validate instanceof RegExp ? (text) => validate.test(text) : (validate as (text: string) => boolean),
  );
}

function textTest(format: string, test: (text: string) => boolean): FormatTest {
  const longest = backtracking.has(format) ? shortText : Infinity;
  return (value) => typeof value !== 'string' || value.length > longest || test(value);
}
