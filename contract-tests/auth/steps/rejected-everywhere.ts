import type { CaseDraft } from '../../../src/conformance/cases/case.js';
import {
  draftFor,
  rejectedCredentials,
} from '../../../src/conformance/cases/credentials/credential-cases.js';
import type { Presentation } from '../../../src/conformance/cases/credentials/credential-cases.js';
import type { Planner } from '../../../src/conformance/cases/planner.js';
import { withJson } from '../../../src/conformance/cases/request.js';

/**
 * A case for each presentation of a key that must be rejected and each operation that it can be tried on without writing: also
 * POST /create-order, with only an unknown field, which names no rate, so that there is nothing to order.
 *
 * @param onOrders which of them are tried on orders too; all by default
 */
export function rejectedEverywhere(
  planner: Planner,
  presentations: readonly Presentation[],
  onOrders: (presentation: Presentation) => boolean = () => true,
): CaseDraft[] {
  const drafts = rejectedCredentials(planner, presentations);
  if (!planner.stated.own) return drafts;
  return [
    ...drafts.filter(({ operation }) => operation?.id !== 'createOrder'),
    ...presentations.filter(onOrders).flatMap((presentation) => onCreateOrder(planner, presentation)),
  ];
}

function onCreateOrder(planner: Planner, presentation: Presentation): CaseDraft[] {
  const operation = planner.operation('createOrder');
  const bare = withJson(planner.requestWithoutKey(operation), { drydock_unknown_field: 'x' });
  return draftFor(planner, operation, presentation, bare).map((draft) => ({
    ...draft,
    accept: [...draft.accept, 404, 405, 501],
    level: presentation.level ?? 'MUST',
    responseLevel: 'MUST',
    harmless: true,
  }));
}
