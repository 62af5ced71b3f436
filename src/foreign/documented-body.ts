import { toPointer } from '../contract/json-pointer.js';
import type { MediaTypeObject, OpenApiDocument } from '../contract/openapi.js';
import { examplesOf, type Located } from '../contract/operations.js';
import type { ValueGenerator } from '../values/value-generator.js';
import type { ChosenMediaType } from './choose-response.js';
import { bodyForm, type BodyForm } from './write-body.js';
import { writeXml } from './write-xml.js';

/** The body of a request or response in one of its documented media types. */
export class DocumentedBody {
  readonly mediaType: string;
  readonly form: BodyForm;
  readonly media: MediaTypeObject;
  /** The pointer of its schema, or of that of what a stream is made of (OpenAPI 3.2, Media Type Object); undefined for a file. */
  readonly schema: string | undefined;
  private readonly pointer: string;

  constructor(
    private readonly document: OpenApiDocument,
    private readonly generator: ValueGenerator,
    { pointer, value }: Located<{ readonly content?: Record<string, MediaTypeObject> }>,
    { documented, sent }: ChosenMediaType,
  ) {
    this.mediaType = sent;
    this.form = bodyForm(sent);
    this.media = value.content?.[documented] ?? {};
    this.pointer = pointer + toPointer(['content', documented]);
    const keyword = (['schema', 'itemSchema'] as const).find((name) => name in this.media);
    this.schema = this.form.isFile || keyword === undefined ? undefined : `${this.pointer}/${keyword}`;
  }

  /** The first example of the document; undefined where there is none. */
  get example(): unknown {
    const [example] = examplesOf(this.document, this.media).values();
    return example;
  }

  /** @param values undefined ones where the document says nothing of them */
  write(values: readonly unknown[]): string | Uint8Array {
    return this.form.write(values, (value) => writeXml(value, this.generator, `${this.pointer}/schema`));
  }
}
