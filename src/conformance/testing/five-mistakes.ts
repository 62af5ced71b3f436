import type { ServiceChange } from './run-suite.js';

/** The small service of a partner who made five mistakes, each in all responses that it touches. */
export const fiveMistakes: ServiceChange = (response) => {
  const { status, body } = response;
  if (status === 404) return { ...response, text: page, headers: { 'Content-Type': 'text/plain' } };
  const { errors, data, ...rest } = body;
  const lists = status < 300 ? { data: withWrongFields(data) } : { data, errors };
  return { ...response, body: { ...rest, ...lists, response_code: status } };
};

const page = '404 page not found\n';

/** The last update of each category is null, and the charge of each rate a text. */
function withWrongFields(data: unknown): unknown {
  return (data as Record<string, unknown>[]).map((element) =>
    'shipping_charge' in element
      ? { ...element, shipping_charge: String(element.shipping_charge) }
      : { ...element, updated_at: null },
  );
}
