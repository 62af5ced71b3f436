import { essenceOf, isJsonMediaType, sameMediaType, type Operation } from '../../contract/operations.js';
import type { MediaTypeObject } from '../../contract/openapi.js';
import { toPointer } from '../../contract/json-pointer.js';

/** The format of a body. A JSON Patch lists operations, and in a merge patch null removes (RFC 6902, RFC 7396). */
export type MediaKind = 'json' | 'merge-patch' | 'json-patch' | 'form' | 'multipart' | 'text' | 'other';

/** One way in which an operation takes its body. */
export interface RequestMedia {
  readonly kind: MediaKind;
  /** The Content-Type of requests; that of multipart lacks the boundary. */
  readonly contentType: string;
  /** JSON pointer of the media type object in the document. */
  readonly pointer: string;
  readonly media: MediaTypeObject;
}

/** The kinds that can be made and judged best come first. */
const preference: readonly MediaKind[] = [
  'json',
  'merge-patch',
  'json-patch',
  'form',
  'multipart',
  'text',
  'other',
];

/** The way in which the suite sends an operation's body; undefined where it takes none. */
export function requestMediaOf(operation: Operation): RequestMedia | undefined {
  const all = requestMediasOf(operation);
  const plain = all.find(({ contentType }) => /^application\/json\s*(?:;|$)/i.test(contentType));
  return plain ?? preference.flatMap((kind) => all.filter((one) => one.kind === kind).slice(0, 1))[0];
}

/** Every way in which an operation takes its body. */
export function requestMediasOf({ requestBody }: Operation): RequestMedia[] {
  if (requestBody === undefined) return [];
  return Object.entries(requestBody.value.content ?? {}).map(([name, media]): RequestMedia => ({
    kind: kindOf(name),
    // Any type will do for a range.
    contentType: /^(?:application|\*)\/\*/.test(name) ? 'application/json' : name.replace('/*', '/plain'),
    pointer: `${requestBody.pointer}${toPointer(['content', name])}`,
    media,
  }));
}

/** Returns whether the document allows a media type for an operation's body, by its name or by a range. */
export function allowsMediaType({ requestBody }: Operation, mediaType: string): boolean {
  return matchingMediaType(requestBody?.value.content, mediaType) !== undefined;
}

/**
 * Returns whether the document says that an operation takes just such a body: by the media type's name, with no parameter but what
 * every client sends. Of a form with files it must say of which media type they are, since a server may take pictures alone.
 */
export function takesBody({ requestBody }: Operation, contentType: string): boolean {
  const content = requestBody?.value.content ?? {};
  const name = Object.keys(content).find((one) => essenceOf(one) === essenceOf(contentType));
  if (name === undefined || name.includes('*')) return false;
  if (/;(?!\s*(?:boundary=|charset="?utf-8"?\s*$))/i.test(contentType)) return false;
  const { schema, encoding } = content[name] as MediaTypeObject & {
    encoding?: Record<string, { contentType?: string }>;
  };
  const fields = Object.entries((typeof schema === 'object' ? schema.properties : undefined) ?? {});
  return (
    !essenceOf(name).startsWith('multipart/') ||
    (fields.length > 0 &&
      fields.every(([field, property]) => {
        const { format, contentMediaType, $ref } = typeof property === 'object' ? property : {};
        const isFile = format === 'binary' || contentMediaType !== undefined;
        return $ref !== undefined || !isFile || encoding?.[field]?.contentType === 'application/octet-stream';
      }))
  );
}

/** The entry of a content map that a media type belongs to: by its name, then by a range such as `text/*`. */
export function matchingMediaType(
  content: Readonly<Record<string, MediaTypeObject>> | undefined,
  mediaType: string,
): string | undefined {
  const wanted = essenceOf(mediaType);
  const names = Object.keys(content ?? {});
  return (
    sameMediaType(names, mediaType) ??
    names.find((name) => essenceOf(name) === `${wanted.split('/')[0] ?? ''}/*`) ??
    names.find((name) => essenceOf(name) === '*/*')
  );
}

function kindOf(name: string): MediaKind {
  const type = essenceOf(name);
  if (type === 'application/json-patch+json') return 'json-patch';
  if (/^application\/(?:[\w.-]*-)?merge-patch\+json$/.test(type)) return 'merge-patch';
  if (isJsonMediaType(type) || type === '*/*' || type === 'application/*') return 'json';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  if (type.startsWith('multipart/')) return 'multipart';
  return type.startsWith('text/') && type !== 'text/xml' ? 'text' : 'other';
}
