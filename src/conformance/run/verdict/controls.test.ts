import { describe, expect, it } from 'vitest';
import { runAgainstService, type ServiceChange } from '../../testing/run-suite.js';
import { failure } from '../../testing/small-service.js';
import type { SmallCall } from '../../testing/small-service.js';

const boxesIn = ({ text }: SmallCall): unknown[] => {
  try {
    return (JSON.parse(text) as { box_dimension?: unknown[] }).box_dimension ?? [];
  } catch {
    return [];
  }
};

/** Says of more than two boxes that they are too many, and of nothing else that is wrong. */
const twoBoxesAtMost: ServiceChange = (response, call) =>
  boxesIn(call).length > 2 && response.status !== 401 ? failure(400, 'No more than 2 boxes') : response;

/** Takes a box beyond the first without checking it. */
const onlyFirstBox: ServiceChange = (response, call) => {
  const errors = response.body.errors as string[];
  const isBeyond = response.status === 400 && boxesIn(call).length > 1;
  return isBeyond && errors.every((text) => /box_dimension\[[1-9]/.test(text))
    ? { ...response, status: 200 }
    : response;
};

describe('an invalid request beside a valid one of the same shape', () => {
  it('is not judged where the target rejects the valid one too', async () => {
    const { failures, summary, events } = await runAgainstService(twoBoxesAtMost, { only: 'errors/*' });
    expect(failures).toEqual([]);
    const [notice] = summary.notices.filter((one) => one.startsWith('Not judged'));
    expect(notice).toMatch(
      /^Not judged: \d+ invalid requests, because a valid one of the same shape is rejected as well; a valid request with \d elements in box_dimension.* got status 400\.$/,
    );
    const reasons = events.flatMap((event) =>
      event.type === 'case' && event.reason !== null ? [event.reason] : [],
    );
    expect(reasons.length).toBeGreaterThan(10);
  });

  it('is not said to be rejected like it where that one was never sent', async () => {
    const interrupted = new AbortController();
    const { summary } = await runAgainstService(
      (response, call) => {
        if (String(call.request.headers['x-drydock-case']).endsWith('#control')) interrupted.abort();
        return onlyFirstBox(response, call);
      },
      { only: 'requests/later-elements', concurrency: 1, signal: interrupted.signal },
    );
    const [notice] = summary.notices.filter((one) => one.startsWith('Not judged'));
    expect(notice).toMatch(
      /^Not judged: 1 invalid request, because a valid request with .* could not be sent: the run was interrupted\.$/,
    );
  });

  it('fails where the target serves the valid one', async () => {
    const { failures, summary } = await runAgainstService(onlyFirstBox, { only: 'requests/later-elements' });
    expect(failures.length).toBeGreaterThan(0);
    expect(summary.notices.filter((one) => one.startsWith('Not judged'))).toEqual([]);
  });
});
