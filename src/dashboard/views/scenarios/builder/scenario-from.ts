import type { Exchange, ScenarioDefinition } from '../../../control/control-types.js';
import type { ScenarioDraft } from './scenario-draft.js';

/** A scenario that answers as an exchange was answered, with what was recorded of its body. */
export function scenarioFrom({ operation, request, response, scenario }: Exchange): ScenarioDraft {
  const { status, body } = response;
  const fault = scenario?.fault ?? null;
  const content: ScenarioDefinition = {
    title: `${operation ?? request.path} answers ${status} as recorded`,
    advice: 'Cope with it as with the recorded response.',
    ...(operation === null ? {} : { operations: [operation] }),
    answer: { status, ...recordedBody(body, response.headers) },
    ...(fault === null ? {} : { fault: fault as NonNullable<ScenarioDefinition['fault']> }),
  };
  return { name: nameOf(operation ?? 'answer', status), content };
}

function recordedBody(body: Exchange['response']['body'], headers: Exchange['response']['headers']): object {
  if (body.truncated || body.size === 0) return {};
  if ('json' in body) return { body: body.json };
  const contentType = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return body.text === undefined ? {} : { text: body.text, contentType: contentType ?? 'text/plain' };
}

/** `getShippingRates` and 200 → `get-shipping-rates-200`. */
function nameOf(operation: string, status: number): string {
  const words = operation.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  const plain = words.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return `${plain === '' ? 'answer' : plain.slice(0, 50)}-${status}`;
}
