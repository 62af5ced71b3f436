import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { otherBody } from '../../src/conformance/cases/bodies/other-body.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { withHeaders } from '../../src/conformance/cases/request.js';
import { requestMediasOf, type RequestMedia } from '../../src/conformance/document/request-media.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { isObject } from '../../src/contract/schema/json-equal.js';
import { resolveSchema } from '../../src/contract/schema/resolve-schema.js';
import { seededRandom } from '../../src/contract/seeded-random.js';
import type { Operation } from '../../src/contract/operations.js';

export default rule({
  title: 'A form without a required field, or with a value that is not listed, is rejected.',
  level: 'MUST',
  section: 'document',
  sentence: 'The fields of a form.',
  expected: ['a documented rejection, such as 400 or 422'],
  inOtherDocuments: { quotes: 'requestBody' },
  appliesTo: { document: 'other' },
  priority: 3,
  cases: (planner) => planner.operations.flatMap((operation) => wrongForms(planner, operation)),
});

function wrongForms(planner: Planner, operation: Operation): CaseDraft[] {
  const { document } = planner.stated.contract;
  return requestMediasOf(operation)
    .filter(({ kind }) => kind === 'form' || kind === 'multipart')
    .flatMap((media): CaseDraft[] => {
      const body = planner.body(operation);
      const { properties = {}, required = [] } = resolveSchema(document, media.media.schema);
      if (!isObject(body)) return [];
      const listed = Object.keys(properties).filter(
        (name) => resolveSchema(document, properties[name]).enum !== undefined,
      );
      const changes: [string, Record<string, unknown>][] = [
        ...required.map((name): [string, Record<string, unknown>] => [
          `without ${name}`,
          without(Object.keys(body).length > 1 ? body : withAll(planner, media, body), name),
        ]),
        ...listed.map((name): [string, Record<string, unknown>] => [
          `${name} is drydock-ZZ`,
          { ...body, [name]: 'drydock-ZZ' },
        ]),
      ];
      // Who names a secret without another credential shows by it who he is.
      const secret =
        operation.responses.has('401') && planner.credentials(operation).length === 0
          ? secretIn(body)
          : undefined;
      if (secret !== undefined)
        changes.push([`another ${secret}`, { ...body, [secret]: `drydock-${String(body[secret])}` }]);
      return changes.flatMap(([what, value]): CaseDraft[] => {
        const other = otherBody(document, media, value);
        if (other === undefined) return [];
        const typed = withHeaders(planner.request(operation), { 'Content-Type': other.contentType });
        const title = `a form of ${media.kind === 'form' ? 'fields' : 'parts'}, ${what}`;
        const detail = `${media.kind} ${what}`;
        const states = ['400', '422', '4XX', '4xx', 'default'].some((key) => operation.responses.has(key));
        return [
          {
            ...{ detail, title, operation },
            accept: what.startsWith('another') ? planner.unauthorizedStatuses : planner.rejectionStatuses,
            request: { ...typed, body: other.bytes },
            ...((!states || what.startsWith('another')) && { level: 'SHOULD' as const }),
          },
        ];
      });
    });
}

function secretIn(body: Record<string, unknown>): string | undefined {
  return Object.keys(body).find((name) => /secret|password/i.test(name) && typeof body[name] === 'string');
}

/** A form of nothing at all may be refused as such, so that it has some other field. */
function withAll(
  { stated }: Planner,
  { pointer }: RequestMedia,
  body: Record<string, unknown>,
): Record<string, unknown> {
  const all = stated.values.generate(`${pointer}/schema`, {
    ...{ random: seededRandom(1, 'form'), fullness: 'maximal', examples: 'none' },
  });
  return isObject(all) ? { ...all, ...body } : body;
}

function without(body: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
}
