import type { Format } from 'ajv/dist/2020.js';
import { LinearPattern } from '../patterns/linear-pattern.js';
import type { PatternFlags } from '../patterns/pattern-syntax.js';

/** A text so short is held against any of these patterns in less than a millisecond. */
const shortText = 500;

type TestText = (text: string) => boolean;

/**
 * Formats in place of those of ajv-formats that take seconds for 100 kB which an attacker made, `url` twelve of them. recheck
 * finds the others safe.
 *
 * @param formats those of ajv-formats
 */
export function linearFormats(
  formats: Readonly<Record<string, Format | undefined>>,
): Record<string, TestText> {
  const { url, uri, 'uri-reference': reference } = formats;
  if (!(reference instanceof RegExp)) return {};
  const pattern = new LinearPattern(reference.source, reference.flags as PatternFlags);
  const isReference: TestText = (text) => pattern.search(text) !== false;
  return {
    'uri-reference': isReference,
    uri: shortOr(uri, (text) => /^[a-z][a-z0-9+.-]*:/i.test(text) && isReference(text)),
    url: shortOr(url, (text) => URL.canParse(text)),
  };
}

function shortOr(format: Format | undefined, whenLong: TestText): TestText {
  const whenShort = format instanceof RegExp ? (text: string) => format.test(text) : (format as TestText);
  return (text) => (text.length > shortText ? whenLong(text) : whenShort(text));
}
