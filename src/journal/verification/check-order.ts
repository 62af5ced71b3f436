/** The verdict on whether exchanges came in the expected order. */
export interface OrderVerdict {
  readonly passed: boolean;
  readonly why: string;
}

/** One expectation: the exchanges that match it, in order of arrival, and how many of them the order needs. */
export interface OrderedStep {
  readonly ids: readonly number[];
  readonly least: number;
}

/**
 * Tells whether the journal has, one after another, the exchanges that each step needs; others may have come between. Taking
 * the earliest that fits is never worse: it leaves the most for the steps that follow.
 *
 * @param arrived the exchanges in order of arrival
 */
export function checkOrder(
  steps: readonly OrderedStep[],
  arrived: readonly { readonly id: number }[],
): OrderVerdict {
  const places = new Map(arrived.map(({ id }, place) => [id, place]));
  const taken: number[] = [];
  let last = -1;
  for (const [index, { ids, least }] of steps.entries()) {
    for (let needed = least; needed > 0; needed -= 1) {
      const next = ids.find((id) => (places.get(id) ?? -1) > last);
      if (next === undefined) return { passed: false, why: missing(index + 1, ids, taken) };
      last = places.get(next) ?? last;
      taken.push(next);
    }
  }
  return {
    passed: true,
    why: taken.length === 0 ? 'Nothing has to come in an order.' : `In order: ${exchanges(taken)}.`,
  };
}

function missing(step: number, ids: readonly number[], taken: readonly number[]): string {
  if (ids.length === 0) return `Nothing matches request ${step} of the list.`;
  const before = taken.at(-1);
  const came = `it was matched by ${exchanges(ids)}`;
  return before === undefined
    ? `Request ${step} of the list did not come often enough: ${came}.`
    : `Request ${step} of the list should have come after exchange ${before}, but ${came} only.`;
}

function exchanges(ids: readonly number[]): string {
  const shown = ids.length > 10 ? [...ids.slice(0, 10), '…'] : ids;
  return `${ids.length === 1 ? 'exchange' : 'exchanges'} ${shown.join(', ')}`;
}
