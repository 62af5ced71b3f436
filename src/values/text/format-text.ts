import { randomElement, randomInteger, type Random } from '../../contract/seeded-random.js';
import type { At } from '../maker.js';
import {
  emailText,
  hexText,
  hostText,
  momentText,
  nameText,
  slugText,
  urlText,
  uuidText,
} from './name-text.js';

/** A text of a format; undefined for one that is not known. */
export function formatText(format: string, random: Random, { name, ordinal }: At): string | undefined {
  return Object.hasOwn(formats, format) ? formats[format]?.(random, name, ordinal) : undefined;
}

/** A text of a format, longer or shorter as it must be, where the format leaves room. @param tries another form for each */
export function resized(
  format: string,
  text: string,
  { minLength, maxLength }: { readonly minLength: number; readonly maxLength: number },
  tries: number,
): string {
  if (format === 'date-time') return text.replace('Z', moments[tries % moments.length] ?? 'Z');
  const short = text.length > maxLength ? shortest[format] : undefined;
  const base = short ?? text;
  const missing = Math.min(minLength, 10_000) - base.length;
  if (missing <= 0) return base;
  if (format.includes('email')) return `${'a'.repeat(missing)}${base}`;
  if (format.includes('hostname'))
    return `${'a.'.repeat(Math.ceil(missing / 2))}${base}`.slice(-Math.max(minLength, base.length));
  return /ur[il]|iri|password|pointer/.test(format) ? base + 'a'.repeat(missing) : base;
}

/** Endings of a moment: with milliseconds, with an offset, with both. */
const moments = ['Z', '.000Z', '+00:00', '.000+00:00', '.000000Z', '.000000+00:00'];
const shortest: Readonly<Record<string, string>> = {
  ...{ email: 'a@b.co', 'idn-email': 'a@b.co', hostname: 'b.co', 'idn-hostname': 'b.co' },
  ...{ uri: 'a:b', url: 'https://b.co', iri: 'a:b', 'uri-reference': '/', 'iri-reference': '/' },
  ...{ password: 'a1B', 'json-pointer': '', regex: 'a', 'uri-template': '/', byte: '' },
};

function linkText(random: Random, name: string): string {
  const isImage = /image|avatar|logo|icon|picture|photo|thumb/i.test(name);
  return isImage ? `https://example.com/images/${slugText(random)}.png` : urlText(random);
}

/** Addresses that RFC 5737 and RFC 3849 reserve for documentation. */
const ipv4 = (random: Random): string => `192.0.2.${randomInteger(random, 1, 254)}`;
const ipv6 = (random: Random): string => `2001:db8::${hexText(random, 3)}`;
const time = (random: Random): string => momentText(random).slice(11);
const path = (random: Random): string => `/${slugText(random)}`;

const formats: Readonly<Record<string, (random: Random, name: string, ordinal: number) => string>> = {
  ...{ 'date-time': momentText, 'iso-date-time': momentText, time, 'iso-time': time },
  date: (random) => momentText(random).slice(0, 10),
  duration: (random) => randomElement(random, ['PT30M', 'PT2H', 'P1D', 'P3D', 'P1W']),
  ...{ email: emailText, 'idn-email': emailText, hostname: hostText, 'idn-hostname': hostText },
  ...{ ipv4, ip: ipv4, ipv6, uuid: uuidText, guid: uuidText },
  ...{ uri: linkText, url: linkText, iri: linkText, 'uri-reference': path, 'iri-reference': path },
  'uri-template': (random) => `${path(random)}/{id}`,
  'json-pointer': path,
  'json-pointer-uri-fragment': (random) => `#${path(random)}`,
  'relative-json-pointer': (random) => `1${path(random)}`,
  regex: () => '^[a-z]+$',
  byte: base64Text,
  password: (random) => `Pa55-${hexText(random, 10)}`,
  // Numbers as texts, and the rest of OpenAPI's Format Registry that documents use.
  ...{ decimal: decimalText, decimal128: decimalText, double: decimalText, float: decimalText },
  ...{ int32: wholeText, int64: wholeText, uint32: wholeText, uint64: wholeText, 'unix-time': unixText },
  base64url: (random, name, ordinal) => base64Text(random, name, ordinal).replace(/=+$/, ''),
  char: (random) => hexText(random, 1),
  html: (random, name, ordinal) => `<p>${nameText(name, random, ordinal)}</p>`,
  'http-date': (random) => new Date(momentText(random)).toUTCString(),
  'media-range': (random) => randomElement(random, ['application/json', 'text/*', 'image/png']),
  ...{ 'date-time-local': localText, 'time-local': (random) => localText(random).slice(11) },
  ...{ 'google-datetime': momentText, 'google-fieldmask': (random) => slugText(random) },
  'google-duration': (random) => `${randomInteger(random, 1, 600)}s`,
};

/** Base64 of an ASCII text. */
function base64Text(random: Random, name: string, ordinal: number): string {
  return btoa(nameText(name, random, ordinal).replace(/[^\x20-\x7e]/g, ''));
}

function decimalText(random: Random): string {
  return `${randomInteger(random, 1, 999)}.${String(randomInteger(random, 0, 99)).padStart(2, '0')}`;
}

function wholeText(random: Random): string {
  return String(randomInteger(random, 1, 9_999));
}

/** Seconds since 1970. */
function unixText(random: Random): string {
  return String(Date.parse(momentText(random)) / 1000);
}

/** A moment without an offset. */
function localText(random: Random): string {
  return momentText(random).slice(0, 19);
}
