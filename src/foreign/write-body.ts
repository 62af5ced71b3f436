import { essenceOf, isJsonMediaType, streamKind } from '../contract/operations.js';
import { fromBase64 } from '../contract/printing/base64.js';
import { isObject } from '../contract/schema/json-equal.js';

/** The writer that turns the values of a media type into the bytes of a body. */
export interface BodyForm {
  /** Number of values in one body: a stream has several. */
  readonly values: number;
  /** True if a schema describes no value: the body is a file, unless the document has an example of it. */
  readonly isFile?: boolean;
  /** @param values undefined ones where the document says nothing of them */
  readonly write: (values: readonly unknown[], asXml: (value: unknown) => string) => string | Uint8Array;
}

const one = (
  write: (value: unknown, asXml: (value: unknown) => string) => string | Uint8Array,
): BodyForm => ({
  values: 1,
  write: ([value], asXml) => write(value, asXml),
});

const json = one((value) => JSON.stringify(value === undefined ? {} : value));

/** The form of a media type: JSON, lines of JSON, events, XML, a form, a table, text or a file. */
export function bodyForm(mediaType: string): BodyForm {
  const essence = essenceOf(mediaType);
  if (isJsonMediaType(mediaType) || /[/+]x?-?json$/.test(essence)) return json;
  const stream = streamKind(mediaType);
  if (stream !== undefined) return streams[stream];
  if (/[/+]xml$/.test(essence) && essence !== 'image/svg+xml')
    return one((value, asXml) =>
      typeof value === 'string' && value.trimStart().startsWith('<') ? value : asXml(value),
    );
  if (essence === 'application/x-www-form-urlencoded') return one(formText);
  if (essence === 'text/csv') return one(tableText);
  if (isBinary(essence))
    // A text is meant; what stands for bytes is made by the kind of file.
    return {
      ...one((value) => (typeof value === 'string' && value !== '' ? value : sampleFile(essence))),
      isFile: true,
    };
  if (essence === 'text/html')
    return one((value) => (typeof value === 'string' ? pageText(value) : plainText(value)));
  return one(plainText);
}

/** Returns whether an example of the media type may be the text itself, where its schema describes what the text means. */
export function isTextForm(mediaType: string): boolean {
  return !isJsonMediaType(mediaType);
}

/** A JSON text on each line. */
function lines(before: string): BodyForm {
  return streamOf((item) => `${before}${JSON.stringify(item ?? {})}\n`, true);
}

/** One value after another; a list gives its items. @param mayBeText whether a text is the whole stream, already written */
function streamOf(write: (item: unknown) => string, mayBeText = false): BodyForm {
  return {
    values: 3,
    write: (values) => {
      const [first] = values;
      if (mayBeText && typeof first === 'string') return first;
      const items = Array.isArray(first) ? (first as unknown[]) : values;
      return items.map(write).join('');
    },
  };
}

/** An event (WHATWG HTML section 9.2.6); an object whose fields are those of events is one. */
function eventText(value: unknown): string {
  if (typeof value === 'string' && /^(data|event|id|retry)?:/m.test(value))
    return value.endsWith('\n\n') ? value : `${value}\n\n`;
  const isEvent =
    isObject(value) &&
    'data' in value &&
    Object.keys(value).every((name) => /^(data|event|id|retry)$/.test(name));
  const fields = isEvent ? Object.entries(value) : [['data', value] as const];
  const texts = fields.flatMap(([name, field]) =>
    (typeof field === 'string' ? field : JSON.stringify(field ?? {}))
      .split(/\r\n|\r|\n/)
      .map((line) => `${name}: ${line}\n`),
  );
  return `${texts.join('')}\n`;
}

const streams = {
  lines: lines(''),
  sequence: lines('\u001e'),
  events: streamOf(eventText),
} as const;

function formText(value: unknown): string {
  if (!isObject(value)) return plainText(value);
  const form = new URLSearchParams();
  for (const [name, field] of Object.entries(value)) form.append(name, plainText(field));
  return form.toString();
}

function tableText(value: unknown): string {
  const rows = Array.isArray(value) ? (value as unknown[]) : [value];
  if (!rows.every(isObject)) return plainText(value);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (field: unknown): string => {
    const text = field === undefined || field === null ? '' : plainText(field);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const table = [names.map(cell), ...rows.map((row) => names.map((name) => cell(row[name])))];
  return table.map((cells) => `${cells.join()}\r\n`).join('');
}

function pageText(value: string): string {
  return /<[a-z!]/i.test(value)
    ? value
    : `<!doctype html>\n<title>Sample</title>\n<p>${value.replace(/[&<]/g, '')}</p>\n`;
}

function plainText(value: unknown): string {
  if (value === undefined) return 'sample\n';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The smallest files of their kinds, for responses that the document describes by media type alone. */

const fromText = (text: string): Uint8Array => new TextEncoder().encode(text);

/** One transparent pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
/** An archive of no file. */
const zip = 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==';
/** No bytes, compressed. */
const gzip = 'H4sIAAAAAAAAAwMAAAAAAAAAAAA=';
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
const pdf = [
  '%PDF-1.1',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj',
  'trailer<</Root 1 0 R>>',
  '%%EOF',
  '',
].join('\n');

const files: Readonly<Record<string, () => Uint8Array | undefined>> = {
  'image/png': () => fromBase64(png),
  'image/gif': () => fromBase64(gif),
  'image/svg+xml': () => fromText(svg),
  'application/pdf': () => fromText(pdf),
  'application/zip': () => fromBase64(zip),
  'application/gzip': () => fromBase64(gzip),
  'application/x-gzip': () => fromBase64(gzip),
};

/** A file of a media type; a few bytes where the kind is not known. */
function sampleFile(essence: string): Uint8Array {
  return Object.hasOwn(files, essence) ? (files[essence]?.() ?? new Uint8Array()) : fromText('sample\n');
}

/** Returns whether a media type is no text. */
function isBinary(essence: string): boolean {
  if (/^(image|audio|video|font|model)\//.test(essence)) return true;
  return /^application\/(octet-stream|pdf|zip|gzip|x-gzip|x-tar|x-zip.*|vnd\.(ms-|openxmlformats).*|.*(zip|compressed|protobuf|msgpack|cbor))$/.test(
    essence,
  );
}
