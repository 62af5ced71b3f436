import { responseBodyValidator } from '../../contract/contract.js';
import { examplesOf, jsonMediaType, responseFor, type Operation } from '../../contract/operations.js';
import { applyPatches } from '../apply-patches.js';
import { refuse, type ReadContext } from './read-context.js';
import type { ForcedAnswer, Patch } from '../scenario.js';

/** Says why the document rejects an answer of an operation; undefined if it accepts it, or need not. */
export function answerProblem(
  context: ReadContext,
  operation: Operation,
  answer: ForcedAnswer,
): string | undefined {
  if (!answer.content || context.checked) return undefined;
  const { mediaType, body } = answer.content;
  const response = responseFor(operation, answer.status);
  const where = `the document's ${answer.status} of ${operation.id}`;
  if (!response) return `is not ${where}`;
  if (!('json' in body)) {
    const essence = mediaType.split(';', 1)[0]?.trim() ?? mediaType;
    return response.value.content?.[essence] ? undefined : `has type ${mediaType}, which is not in ${where}`;
  }
  return bodyProblem(context, operation, answer.status, mediaType, body.json);
}

/**
 * Patches of real answers are tried on the document's examples of success, the best that is known of answers that
 * don't exist yet.
 *
 * @param at JSON pointer of the patches in the file
 */
export function checkPatchedAnswers(patches: readonly Patch[], at: string, context: ReadContext): void {
  if (context.breaksContract || context.checked || patches.length === 0) return;
  for (const operation of context.operations) {
    for (const [status, body] of successExamples(context, operation)) {
      const problem = bodyProblem(
        context,
        operation,
        status,
        'application/json',
        applyPatches(body, patches),
      );
      if (problem === undefined) continue;
      refuse(context, at, `makes an answer that ${problem}; if that is meant, say breaksContract: true`);
      return;
    }
  }
}

function successExamples({ contract }: ReadContext, operation: Operation): [number, unknown][] {
  return [...operation.responses]
    .filter(([status]) => /^2\d\d$/.test(status))
    .flatMap(([status, { value }]) => {
      const media = value.content?.[jsonMediaType(value.content) ?? ''];
      if (!media) return [];
      return [...examplesOf(contract.document, media).values()].map((body): [number, unknown] => [
        Number(status),
        body,
      ]);
    });
}

function bodyProblem(
  { contract }: ReadContext,
  operation: Operation,
  status: number,
  mediaType: string,
  body: unknown,
): string | undefined {
  const validate = responseBodyValidator(contract, operation, status, mediaType);
  if (!validate || validate(body)) return undefined;
  const [first] = contract.validators.problems(validate, body, 'body');
  return `breaks the document's ${status} of ${operation.id} (${first?.text ?? 'not valid'})`;
}
