import type { ErrorContent, ErrorText } from '../contract/error-body.js';
import { toPointer } from '../contract/json-pointer.js';
import type { MediaTypeObject, OpenApiDocument, ResponseObject } from '../contract/openapi.js';
import { examplesOf } from '../contract/operations.js';
import type { Located } from '../contract/operations.js';
import type { ValueGenerator } from '../values/value-generator.js';
import { essenceOf } from './choose-response.js';
import { writeXml } from './write-xml.js';

interface Makers {
  readonly document: OpenApiDocument;
  readonly generator: ValueGenerator;
  /** The error as a value of the schema at a pointer; undefined where that accepts none. */
  readonly valueOf: (pointer: string) => unknown;
}

/** An error as the page, the plain text or the XML that its response is documented as; undefined where it is none of these. */
export function errorText(
  { document, generator, valueOf }: Makers,
  { pointer, value }: Located<ResponseObject>,
  content: ErrorContent,
): ErrorText | undefined {
  for (const [name, media] of Object.entries(value.content ?? {})) {
    const essence = essenceOf(name);
    if (/^text\/(html|plain)$/.test(essence)) {
      const text =
        essence === 'text/html'
          ? page(content)
          : lines(content)
              .map((line) => `${line}\n`)
              .join('');
      return { mediaType: `${essence}; charset=utf-8`, text };
    }
    if (!/[/+]xml$/.test(essence)) continue;
    const schema = `${pointer}${toPointer(['content', name, 'schema'])}`;
    const made = media.schema === undefined ? undefined : valueOf(schema);
    const text =
      made === undefined
        ? exampleText(document, media)
        : writeXml(made, generator.places.at(schema), (places) => generator.shapeOf(places));
    if (text !== undefined) return { mediaType: essence, text };
  }
  return undefined;
}

function exampleText(document: OpenApiDocument, media: MediaTypeObject): string | undefined {
  const [example] = examplesOf(document, media).values();
  return typeof example === 'string' ? example : undefined;
}

/** The message, then each problem that it does not say itself. */
function lines({ message, errors }: ErrorContent): string[] {
  return [message, ...errors.filter((error) => error !== message)];
}

function page(content: ErrorContent): string {
  const [title = '', ...problems] = lines(content).map(escaped);
  const list = problems.map((problem) => `<li>${problem}</li>\n`).join('');
  return `<!doctype html>\n<title>${title}</title>\n<h1>${content.status} ${title}</h1>\n${list && `<ul>\n${list}</ul>\n`}`;
}

/** The texts quote the request, and a page may not run what it sent. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
