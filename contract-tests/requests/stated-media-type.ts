import {
  allowsMediaType,
  requestMediaOf,
  requestMediasOf,
} from '../../src/conformance/document/request-media.js';
import { newRequest } from '../../src/conformance/cases/new-request.js';
import { withHeaders } from '../../src/conformance/cases/request.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import { visitAll, type ExistingThing } from '../resources/steps/existing-things.js';

/** Media types of which an operation has none, each with a body that would be right as JSON; none of them is a kind of JSON. */
const otherTypes = ['text/plain', 'application/xml'];
/** A type beside each that files have, for servers that look at the first half alone. */
const siblings = { text: 'text/html', image: 'image/bmp', audio: 'audio/basic', video: 'video/ogg' };

export default rule({
  title: 'A body of a media type that the operation does not have gets its documented 415.',
  level: 'MUST',
  section: 'document',
  sentence: 'The 415 of an operation, and the media types of its body.',
  expected: ['status 415'],
  inOtherDocuments: { quotes: 'requestBody' },
  appliesTo: { document: 'other' },
  async probe(session) {
    const { planner } = session;
    const stated = planner.operations.filter((operation) => {
      const { kind = 'json-patch' } = requestMediaOf(operation) ?? {};
      return operation.responses.has('415') && kind !== 'json-patch';
    });
    if (stated.length === 0) return { skip: 'no operation of the document has a 415', notApplicable: true };
    const conclusions: Conclusion[] = [];
    await visitAll(session, stated, async (thing) => {
      if (stated.includes(thing.operation)) conclusions.push(...(await judged(session, thing)));
    });
    return conclusions;
  },
});

async function judged(
  session: Session,
  { operation, values, renewed }: ExistingThing,
): Promise<Conclusion[]> {
  const { planner, send } = session;
  const sent = async (title: string, type?: string) => {
    const at = operation.method === 'post' && renewed !== undefined ? await renewed() : values;
    const request = at && newRequest(planner, operation, at);
    return (
      request &&
      send({
        ...{ detail: title, title, operation, accept: [...planner.successStatuses(operation), 415] },
        request: type === undefined ? request : withHeaders(request, { 'Content-Type': type }),
      })
    );
  };
  const control = await sent('a valid request');
  if (control === undefined || control.response.status >= 300) return [];
  const conclusions: Conclusion[] = [];
  const kinds = requestMediasOf(operation).map(({ contentType }) => contentType.split('/', 1)[0]);
  const beside = Object.entries(siblings).flatMap(([kind, type]) => (kinds.includes(kind) ? [type] : []));
  for (const type of [...otherTypes, ...beside].filter((one) => !allowsMediaType(operation, one))) {
    const exchange = await sent(`a valid body that is said to be ${type}`, type);
    if (exchange === undefined) continue;
    const { status } = exchange.response;
    const isWrong = status < 300 || status === 400 || status === 422;
    if (isWrong) conclusions.push({ exchange, breach: { actual: `status ${status}` } });
    else if (status === 415) conclusions.push({ exchange, breach: 'pass' });
  }
  return conclusions;
}
