import { rule } from '../../src/conformance/rules/rule.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';

export default rule({
  title: 'The logo of a rate is a URL.',
  level: 'MUST',
  section: '2.3',
  sentence: 'logo: string, URL of the courier’s logo.',
  expected: ['an absolute URL, such as https://cdn.example/logo.png'],
  appliesTo: { document: 'service', operation: 'getShippingRates', status: 200 },
  check(exchange) {
    const index = elementsOf(exchange).findIndex(
      ({ logo }) => typeof logo === 'string' && !isAbsoluteUrl(logo),
    );
    if (index === -1) return 'pass';
    return {
      actual: JSON.stringify(elementsOf(exchange)[index]?.logo).slice(0, 120),
      pointer: `/data/${index}/logo`,
    };
  },
});

function isAbsoluteUrl(text: string): boolean {
  return /^(?:https?:\/\/[^\s/?#]+|data:[a-z]+\/)\S*$/i.test(text) && URL.canParse(text);
}
