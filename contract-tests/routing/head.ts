import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { enoughOperations } from '../../src/conformance/cases/spelled-cases.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { acceptedStatus } from '../../src/conformance/checks/accepted-status.js';
import type { Operation } from '../../src/contract/operations.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import { header, type CompletedExchange } from '../../src/conformance/target/exchange.js';

export default rule({
  title:
    'HEAD, where it is supported, is GET without the body, and with its length (MUST with --strict-http).',
  level: 'SHOULD',
  strictHttp: true,
  section: 'RFC 9110 9.3.2 and 8.6',
  sentence:
    'The HEAD method is identical to GET except that the server MUST NOT send content in the response. A server MUST NOT send Content-Length in such a response unless its field value equals the decimal number of octets that would have been sent in the content of a response if the same request had used the GET method.',
  expected: [
    'the status of GET, no body, and no Content-Length or that of GET',
    '404, 405 or 501 where HEAD is not supported',
  ],
  appliesTo: { document: 'any' },
  cases: (planner) =>
    planner.operations
      .filter(({ method }) => method === 'get')
      .flatMap((operation, index) =>
        index < enoughOperations ? headAndGet(planner, operation) : [headOf(planner, operation)],
      ),
  check: (exchange) => (isHead(exchange) ? acceptedStatus(exchange) : undefined),
  conclude: (exchanges) =>
    exchanges.filter(isHead).flatMap((head) =>
      concluded(
        head,
        exchanges.filter((one) => !isHead(one) && one.operation === head.operation),
      ),
    ),
});

/** GET goes out before HEAD and after it, to see whether its response stays the same. */
function headAndGet(planner: Planner, operation: Operation): CaseDraft[] {
  const gets = ['get', 'get-again'].map((detail): CaseDraft => ({
    ...commonOf(operation),
    detail,
    title: `GET ${operation.path}, beside HEAD`,
    request: planner.request(operation),
    accept: planner.successStatuses(operation),
  }));
  return gets.toSpliced(1, 0, headOf(planner, operation));
}

function headOf(planner: Planner, operation: Operation): CaseDraft {
  return {
    ...commonOf(operation),
    detail: 'head',
    title: `HEAD ${operation.path}`,
    request: { ...planner.request(operation), method: 'HEAD' },
    // The effect of the made-up number in the path of an operation on orders is not shown.
    accept: [
      ...planner.successStatuses(operation),
      ...[404, 405, 501],
      ...(planner.stated.levelOf(operation) === 'MUST' ? [] : [400]),
    ],
  };
}

/** A standard recommends what the status of HEAD is. */
function commonOf(operation: Operation) {
  return { operation, responseLevel: 'SHOULD', level: 'SHOULD' } as const;
}

const isHead = ({ request }: CompletedExchange): boolean => request.method === 'HEAD';

function concluded(head: CompletedExchange, gets: readonly CompletedExchange[]): Conclusion[] {
  const declared = header(head.response, 'content-length');
  const [before] = gets;
  const after = gets.at(-1);
  if (declared === undefined || before === undefined || after === undefined) return [];
  const length = lengthOf(after);
  // Two different responses may be equally long by chance, as compressed ones often are. One that HEAD has emptied is no other version.
  const isSame = lengthOf(before) === length && after.response.body.equals(before.response.body);
  if (length === undefined || !(isSame || length === 0)) return [];
  if (gets.some(({ response }) => response.status !== head.response.status)) return [];
  const actual = `Content-Length: ${declared}, where GET has ${length}`;
  return [{ exchange: head, before: [before], breach: Number(declared) === length ? 'pass' : { actual } }];
}

/** Bytes of content as they are sent; undefined where that can't be told. */
function lengthOf({ response }: CompletedExchange): number | undefined {
  const declared = header(response, 'content-length');
  if (declared !== undefined) return Number(declared);
  if (response.notRead !== undefined) return undefined;
  return header(response, 'content-encoding') === undefined ? response.body.length : undefined;
}
