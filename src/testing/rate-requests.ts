import type { RateRequest } from '../shipping/types.js';
import { loadShippingContract } from '../shipping/shipping-service.js';

const { document } = await loadShippingContract();

const requestBody = document.paths?.['/get-shipping-rates']?.post?.requestBody as {
  content: { 'application/json': { examples: Record<string, { value: RateRequest }> } };
};

/** The named request examples of POST /get-shipping-rates, as the document gives them. */
export const rateExamples = Object.fromEntries(
  Object.entries(requestBody.content['application/json'].examples).map(([name, { value }]) => [name, value]),
) as Record<'domestic_commercial' | 'domestic_residential' | 'usa_to_bangladesh', RateRequest>;

/** A valid rate request, one box inside the United States, with a change. */
export function rateRequest(change: Record<string, unknown> = {}): Record<string, unknown> {
  return { ...structuredClone(rateExamples.domestic_commercial), ...change };
}
