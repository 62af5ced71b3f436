import { insteadOf } from '../../src/conformance/checks/instead-of.js';
import { essenceOf, type Operation } from '../../src/contract/operations.js';
import { newRequest } from '../../src/conformance/cases/new-request.js';
import { withHeaders } from '../../src/conformance/cases/request.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import { header } from '../../src/conformance/target/exchange.js';
import { visitAll, type ExistingThing } from '../resources/steps/existing-things.js';

/** Of several documented types a thing has one where they are those of files. */
const ofData =
  /^(?:application\/(?:[\w.-]+\+)?(?:json|xml|yaml)|text\/(?:csv|html|xml|calendar|tab-separated-values))$/i;
/** A type that nobody has. */
const unknownType = 'application/x-drydock';

export default rule({
  title: 'Where an operation has a 406, it keeps to the Accept header.',
  level: 'MUST',
  section: 'document',
  sentence: 'The 406 of an operation, and the media types of its success.',
  expected: [
    'for a documented media type alone: that type',
    'for a media type that is not documented: status 406',
  ],
  inOtherDocuments: { quotes: 'responses' },
  appliesTo: { document: 'other' },
  async probe(session) {
    const stated = session.planner.operations.filter(
      (one) => one.method === 'get' && one.responses.has('406'),
    );
    if (stated.length === 0) return { skip: 'no operation of the document has a 406', notApplicable: true };
    const conclusions: Conclusion[] = [];
    const tried = new Set<Operation>();
    await visitAll(session, stated, async (thing) => {
      if (!stated.includes(thing.operation) || tried.has(thing.operation)) return;
      tried.add(thing.operation);
      conclusions.push(...(await judged(session, thing)));
    });
    return conclusions;
  },
});

async function judged(
  { planner, send }: Session,
  { operation, values }: ExistingThing,
): Promise<Conclusion[]> {
  const types = Object.keys(operation.responses.get('200')?.value.content ?? {}).map(essenceOf);
  if (types.length === 0 || types.some((type) => type.includes('*'))) return [];
  const asked = (type: string | undefined, title: string) => {
    const request = newRequest(planner, operation, values);
    return send({
      ...{ detail: title, title, operation, accept: [...planner.successStatuses(operation), 406] },
      request: type === undefined ? request : withHeaders(request, { Accept: type }),
    });
  };
  const control = await asked(undefined, 'a valid request');
  if (control?.response.status !== 200) return [];
  const conclusions: Conclusion[] = [];
  const isFixed = operation.parameters.some(({ value }) => /^(?:format|type|output|as)$/i.test(value.name));
  for (const type of types.length > 1 && !isFixed ? types.filter((one) => ofData.test(one)) : []) {
    const exchange = await asked(type, `asking for ${type} alone`);
    if (exchange?.response.status !== 200) continue;
    const given = essenceOf(header(exchange.response, 'content-type') ?? 'none');
    conclusions.push({ exchange, breach: given === type ? 'pass' : { actual: `Content-Type: ${given}` } });
  }
  const exchange = await asked(unknownType, `asking for ${unknownType} alone`);
  if (exchange !== undefined && exchange.response.status < 300)
    conclusions.push({ exchange, breach: insteadOf(exchange, 406) });
  else if (exchange?.response.status === 406) conclusions.push({ exchange, breach: 'pass' });
  return conclusions;
}
