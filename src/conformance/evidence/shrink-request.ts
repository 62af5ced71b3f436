import { toPointer, valueAt } from '../../contract/json-pointer.js';
import { isContainer } from '../../contract/schema/json-equal.js';
import type { Case } from '../cases/case.js';
import { changed, valuesIn, type BodyNode } from '../cases/generate/body-nodes.js';
import { withBody, type RequestParts } from '../cases/request.js';
import { changedText } from '../cases/things/changed-text.js';
import { jsonOf } from '../target/json-body.js';

/**
 * Finds a smaller body that still fails: removes elements of arrays, then resets values to those of a plain valid body, as
 * long as the failure remains. What the case is about, its problems and what is unusual on purpose, is left alone.
 *
 * @param request the request that failed, as it was sent
 * @param plain a valid body of the operation
 * @param fails sends a request, and returns whether it fails in the same way
 * @param attempts how many requests may be sent at most
 */
export async function shrinkRequest(
  { problems, unusual = [] }: Pick<Case, 'problems' | 'unusual'>,
  request: RequestParts,
  plain: unknown,
  fails: (request: RequestParts) => Promise<boolean>,
  attempts: number,
): Promise<RequestParts> {
  const start = parsed(request.body);
  if (start === undefined) return request;
  const kept = [...problems.map(({ pointer }) => pointer), ...unusual];
  const withValue = (value: unknown) => withBody(request, changedText(String(request.body), start, value));
  let best: unknown = start;
  let left = attempts;
  for (let progress = true; progress && left > 0;) {
    progress = false;
    for (const candidate of candidates(best, plain, kept)) {
      if (left === 0) break;
      left -= 1;
      if (!(await fails(withValue(candidate)))) continue;
      best = candidate;
      progress = true;
      break;
    }
  }
  return best === start ? request : withValue(best);
}

function parsed(body: Buffer | undefined): unknown {
  const value = body === undefined || body.length > 1024 * 1024 ? undefined : jsonOf(body);
  return isContainer(value) ? value : undefined;
}

/** Smaller bodies, the largest steps first. */
function* candidates(body: unknown, plain: unknown, kept: readonly string[]): Generator {
  const touches = (pointer: string) => kept.some((one) => one === pointer || one.startsWith(`${pointer}/`));
  for (const { path, value } of valuesIn(body)) {
    const pointer = toPointer(path);
    if (!Array.isArray(value) || value.length < 2 || kept.some((one) => one.startsWith(`${pointer}/`)))
      continue;
    yield changed(body, path, value.slice(0, Math.ceil(value.length / 2)));
    if (value.length > 2) yield changed(body, path, value.slice(Math.floor(value.length / 2)));
  }
  yield* reverted(body, plain, [], touches);
}

function* reverted(
  body: unknown,
  plain: unknown,
  path: BodyNode['path'],
  touches: (pointer: string) => boolean,
): Generator {
  const here = valueAt(body, toPointer(path));
  const there = valueAt(plain, toPointer(path));
  if (there === undefined || JSON.stringify(here) === JSON.stringify(there)) return;
  if (path.length > 0 && !touches(toPointer(path))) yield changed(body, path, there);
  if (!isContainer(here) || !isContainer(there)) return;
  for (const key of Object.keys(here))
    yield* reverted(body, plain, [...path, Array.isArray(here) ? Number(key) : key], touches);
}
