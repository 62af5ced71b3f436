import { examplesOf } from '../../../contract/operations.js';
import type { OpenApiDocument, Schema } from '../../../contract/openapi.js';
import { isObject } from '../../../contract/schema/json-equal.js';
import { resolveSchema } from '../../../contract/schema/resolve-schema.js';
import { deepEntries } from '../parameters/parameter-text.js';
import type { RequestMedia } from '../../document/request-media.js';

/** A body that is no JSON, and its Content-Type. */
export interface OtherBody {
  readonly contentType: string;
  readonly bytes: Buffer;
}

const boundary = 'drydock-part-5f1d0c';

/**
 * The bytes of a valid body in a media type that is not JSON.
 *
 * @param value what the schema describes
 * @returns undefined where the document says too little, such as for XML without an example
 */
export function otherBody(
  document: OpenApiDocument,
  { kind, contentType, media }: RequestMedia,
  value: unknown,
): OtherBody | undefined {
  const fields = isObject(value) ? value : undefined;
  if (kind === 'form' && fields !== undefined)
    return { contentType, bytes: Buffer.from(new URLSearchParams(deepEntries(fields)).toString()) };
  if (kind === 'multipart' && fields !== undefined)
    return {
      contentType: `${contentType.split(';', 1)[0] ?? ''}; boundary=${boundary}`,
      bytes: multipart(fields, (name) => isFile(document, media.schema, name)),
    };
  const example = [...examplesOf(document, media).values()][0];
  if (typeof example === 'string') return { contentType, bytes: Buffer.from(example) };
  if (kind === 'text' && typeof value === 'string') return { contentType, bytes: Buffer.from(value) };
  const isBytes = resolveSchema(document, media.schema).format === 'binary' || media.schema === undefined;
  const isStructured = /xml|yaml|json|protobuf|msgpack/i.test(contentType);
  return isBytes && !isStructured ? { contentType, bytes: Buffer.from('drydock\n') } : undefined;
}

/** Each field as a part of its own (RFC 7578): files with a name, what is nested as JSON. */
function multipart(fields: object, isFileField: (name: string) => boolean): Buffer {
  const parts = Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((one) => {
      const isText = typeof one !== 'object' || one === null;
      const file = isFileField(name);
      const disposition = `Content-Disposition: form-data; name="${quotable(name)}"${file ? '; filename="drydock.txt"' : ''}`;
      const type = file ? 'application/octet-stream' : isText ? undefined : 'application/json';
      const head = type === undefined ? disposition : `${disposition}\r\nContent-Type: ${type}`;
      return `--${boundary}\r\n${head}\r\n\r\n${isText ? String(one) : JSON.stringify(one)}\r\n`;
    }),
  );
  return Buffer.from(`${parts.join('')}--${boundary}--\r\n`);
}

function quotable(name: string): string {
  return name.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
}

function isFile(document: OpenApiDocument, schema: Schema | undefined, name: string): boolean {
  const field = resolveSchema(document, resolveSchema(document, schema).properties?.[name]);
  const own = field.items === undefined ? field : resolveSchema(document, field.items);
  return own.format === 'binary' || own.contentMediaType === 'application/octet-stream';
}
