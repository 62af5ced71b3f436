import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { changed } from '../../src/conformance/cases/generate/body-nodes.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { withBody, type RequestParts } from '../../src/conformance/cases/request.js';
import { acceptedStatus } from '../../src/conformance/checks/accepted-status.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';

/** Texts with letters of one to four bytes, each as an ordinary shipment may have it. */
const texts: readonly (readonly [detail: string, name: string, address: string])[] = [
  ['latin', 'Crème brûlée 1/2 kg', '12/3 Peñón Blvd'],
  ['beyond', 'Mug 🎁 with a ship 🚢', '5 Road / House 12'],
];

/** The same body, sent otherwise. */
const forms: readonly (readonly [detail: string, title: string, apply: (json: string) => string])[] = [
  ['plain', 'as it is', (json) => json],
  ['escaped', 'with escapes for what is not ASCII, and for slashes', escaped],
];

export default rule({
  title: 'A text is the same however its letters are written, and wherever the message is cut.',
  level: 'MUST',
  section: '4',
  sentence:
    'Request bodies are JSON with Content-Type: application/json. (Any character may be escaped, RFC 8259 7.)',
  expected: ['the status of the same request, sent as it is'],
  appliesTo: { document: 'service' },
  priority: 4,
  cases: (planner) => texts.flatMap((text) => drafts(planner, text)),
  check: (exchange) => (exchange.response.status < 500 ? acceptedStatus(exchange) : undefined),
  conclude: (exchanges) =>
    exchanges.flatMap((exchange) => {
      const plain = exchanges.find(({ case: { id } }) => id === plainOf(exchange));
      return plain === undefined || plain === exchange ? [] : [concluded(exchange, plain)];
    }),
});

function drafts(planner: Planner, [text, name, address]: (typeof texts)[number]): CaseDraft[] {
  const operation = planner.operation('getShippingRates');
  const named = changed(planner.body(operation), ['box_dimension', 0, 'items', 0, 'name'], name);
  const json = JSON.stringify(changed(named, ['receiver', 'address'], address));
  const valid = planner.request(operation);
  const draft = (detail: string, title: string, request: RequestParts): CaseDraft => ({
    detail: `${text}-${detail}`,
    title: `letters of several bytes, ${title}`,
    operation,
    request,
    // Which letters a text may have is not shown.
    accept: [...planner.successStatuses(operation), ...planner.rejectionStatuses, 411],
  });
  return [
    ...forms.map(([detail, title, apply]) => draft(detail, title, withBody(valid, apply(json)))),
    draft('cut', 'in chunks of three bytes', { ...withBody(valid, json), wire: { chunks: { bytes: 3 } } }),
  ];
}

function escaped(json: string): string {
  const ascii = json.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return ascii.replaceAll('/', '\\/');
}

function plainOf({ case: { id } }: CompletedExchange): string {
  return id.replace(/-\w+$/, '-plain');
}

function concluded(exchange: CompletedExchange, plain: CompletedExchange): Conclusion {
  const [status, expected] = [exchange.response.status, plain.response.status];
  const isSame = status === expected || expected >= 300 || [411, 429].includes(status);
  return {
    exchange,
    before: [plain],
    breach: isSame ? 'pass' : { actual: `status ${status}`, expected: [`status ${expected}`] },
  };
}
