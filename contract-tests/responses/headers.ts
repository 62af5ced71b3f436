import { toPointer } from '../../src/contract/json-pointer.js';
import type { HeaderObject } from '../../src/contract/openapi.js';
import { follow, responseFor, type Located } from '../../src/contract/operations.js';
import { acceptsText } from '../../src/conformance/cases/parameters/parameter-value.js';
import type { StatedContract } from '../../src/conformance/document/stated-contract.js';
import { header, type TargetResponse } from '../../src/conformance/target/exchange.js';
import { rule, type Breach } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'A response has the headers that the document has for its status.',
  level: 'MUST',
  section: 'document',
  sentence: 'The headers of a response.',
  expected: ['each required header, and in each documented one a value of its schema'],
  inOtherDocuments: { quotes: 'responses' },
  appliesTo: { document: 'other' },
  check({ operation, request, response }, { stated }) {
    if (operation?.method.toUpperCase() !== request.method) return undefined;
    const documented = responseFor(operation, response.status);
    const { document } = stated.contract;
    const entries = Object.entries(documented?.value.headers ?? {})
      // OpenAPI ignores Content-Type here, and rules of HTTP check it.
      .filter(([name]) => name.toLowerCase() !== 'content-type')
      .map(([name, value]) => {
        const pointer = `${documented?.pointer ?? ''}${toPointer(['headers', name])}`;
        return [name, follow<HeaderObject>(document, { pointer, value })] as const;
      });
    if (entries.length === 0) return undefined;
    // Who answers with a status that only a range covers may be no part of the service.
    const isExact = response.status < 400 || operation.responses.has(String(response.status));
    const breaches = entries.flatMap(([name, located]) => breachOf(stated, response, name, located));
    if (breaches.length === 0) return 'pass';
    return isExact ? breaches : breaches.map((breach) => ({ ...breach, level: 'SHOULD' as const }));
  },
});

function breachOf(
  stated: StatedContract,
  response: TargetResponse,
  name: string,
  { pointer, value: { required, schema } }: Located<HeaderObject>,
): Breach[] {
  const text = header(response, name);
  if (text === undefined && required === true)
    return [{ actual: `no ${name} header`, documentPointer: `${pointer}/required` }];
  if (text === undefined || schema === undefined) return [];
  const at = `${pointer}/schema`;
  const readings = [text, text.split(',').map((part) => part.trim())];
  if (readings.some((reading) => acceptsText(stated, at, reading))) return [];
  return [
    { actual: `${name}: ${text}, which its schema excludes`, kind: `wrong ${name}`, documentPointer: at },
  ];
}
