import type { components } from '../../../src/contract/generated/openapi.js';
import { changed } from '../../../src/conformance/cases/generate/body-nodes.js';
import type { RequestParts } from '../../../src/conformance/cases/request.js';

type RateRequest = components['schemas']['RateRequest'];

/**
 * Identifies a shipment by what a rate depends on for certain: the boxes without their items, the weight and the places. Two
 * requests with the same one may be the same shipment to a server; two with different ones are not.
 *
 * @returns undefined for a body that can't be read
 */
export function shipmentOf({ body }: RequestParts): string | undefined {
  if (body === undefined || body.length === 0) return undefined;
  try {
    const { box_dimension, weight, sender, receiver } = JSON.parse(body.toString('utf8')) as RateRequest;
    const boxes = box_dimension.map(({ length, width, height, weight: own }) => [length, width, height, own]);
    // A server may round, and may rate boxes in any order.
    return JSON.stringify([
      boxes.map((box) => box.map(Math.round).join()).sort(),
      Math.round(weight),
      placeOf(sender),
      placeOf(receiver),
    ]);
  } catch {
    return undefined;
  }
}

function placeOf({ zip_code, country_code }: RateRequest['sender']): string {
  return `${zip_code} ${country_code}`.toLowerCase();
}

/** A shipment of one box with another weight. */
export function withWeight(body: unknown, weight: number): unknown {
  return [['weight'], ['box_dimension', 0, 'weight']].reduce(
    (base, path) => changed(base, path, weight),
    body,
  );
}
