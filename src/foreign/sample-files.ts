/** The smallest files of their kinds, for responses that the document describes by media type alone. */

const fromBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
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

const files: Readonly<Record<string, () => Uint8Array>> = {
  'image/png': () => fromBase64(png),
  'image/gif': () => fromBase64(gif),
  'image/svg+xml': () => fromText(svg),
  'application/pdf': () => fromText(pdf),
  'application/zip': () => fromBase64(zip),
  'application/gzip': () => fromBase64(gzip),
  'application/x-gzip': () => fromBase64(gzip),
};

/** A file of a media type; a few bytes where the kind is not known. */
export function sampleFile(essence: string): Uint8Array {
  return Object.hasOwn(files, essence) ? (files[essence]?.() ?? new Uint8Array()) : fromText('sample\n');
}

/** Whether a media type is no text. */
export function isBinary(essence: string): boolean {
  if (/^(image|audio|video|font|model)\//.test(essence)) return true;
  return /^application\/(octet-stream|pdf|zip|gzip|x-gzip|x-tar|x-zip.*|vnd\.(ms-|openxmlformats).*|.*(zip|compressed|protobuf|msgpack|cbor))$/.test(
    essence,
  );
}
