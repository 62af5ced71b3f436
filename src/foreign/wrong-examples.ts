import type { Contract } from '../contract/contract.js';
import { listed } from '../contract/printing/listed.js';
import type { ResponseObject } from '../contract/openapi.js';
import { examplesOf, schemaPointer, type Located } from '../contract/operations.js';
import type { ValueGenerator } from '../values/value-generator.js';
import type { DocumentAnswers, ExampleUse } from './document-answers.js';
import { isTextForm } from './write-body.js';

/** Milliseconds for which the search may keep requests waiting, and for which it leaves the processor to them then. */
const sliceMs = 5;
const pauseMs = 15;

/**
 * Says in one line, shortly after the start, how many examples of the document break their own schema. A large document has
 * thousands, so the search makes way for requests.
 *
 * @param log where the line goes
 */
export function tellWrongExamples(
  contract: Contract,
  { generator, settings }: DocumentAnswers,
  log: (line: string) => void,
): void {
  const search = wrongExamples(contract, generator);
  const found: string[] = [];
  const goOn = (): void => {
    const end = performance.now() + sliceMs;
    for (let next = search.next(); !next.done; next = search.next()) {
      if (next.value !== undefined) found.push(next.value);
      if (performance.now() < end) continue;
      later(goOn);
      return;
    }
    const notice = exampleNotice(found, settings.examples);
    if (notice !== undefined) log(notice);
  };
  later(goOn);
}

/** After requests that wait; a process that has nothing else to do may end before. */
function later(call: () => void): void {
  setTimeout(call, pauseMs).unref();
}

/**
 * Lists the examples of responses that their own schemas reject: operation, status and the example's name. Undefined
 * for each one that is right.
 */
export function* wrongExamples(
  { document, operations }: Pick<Contract, 'document' | 'operations'>,
  generator: ValueGenerator,
): Generator<string | undefined, void> {
  const seen = new Set<object>();
  for (const operation of operations)
    for (const [status, response] of operation.responses)
      for (const { media, mediaType, schema } of describedIn(response)) {
        if (seen.has(media)) continue;
        seen.add(media);
        for (const [name, example] of examplesOf(document, media)) {
          const isWritten = typeof example === 'string' && isTextForm(mediaType);
          const isRight = isWritten || generator.accepts(schema, example);
          const place = name === 'default' ? status : `${status} ${name}`;
          yield isRight ? undefined : `${operation.id} ${place}`;
        }
      }
}

function describedIn({ pointer, value }: Located<ResponseObject>) {
  return Object.entries(value.content ?? {})
    .filter(([, media]) => media.schema !== undefined)
    .map(([mediaType, media]) => ({ mediaType, media, schema: schemaPointer(pointer, mediaType) }));
}

/** A warning about them, one sentence; undefined where all examples are valid. */
export function exampleNotice(wrong: readonly string[], use: ExampleUse): string | undefined {
  if (wrong.length === 0) return undefined;
  const isOne = wrong.length === 1;
  const what = isOne ? '1 example breaks its own schema' : `${wrong.length} examples break their own schemas`;
  const sent =
    use === 'document'
      ? `${isOne ? 'it is' : 'they are'} sent all the same`
      : `values that keep the schema are sent instead; --examples set to document sends ${isOne ? 'it' : 'them'}`;
  return `${what} (${listed(wrong, 3)}): ${sent}`;
}
