import type { CaseDraft } from '../../src/conformance/cases/case.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { withQuery } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { ordinaryParameters } from '../../src/conformance/cases/credentials/credential.js';
import { validParameter } from '../../src/conformance/cases/parameters/parameter-value.js';
import { descriptionsOf, sentencesOf } from '../responses/steps/descriptions.js';
import type { Operation } from '../../src/contract/operations.js';

const ofParameter = /\bparameters?\b/i;
const ofUnknown =
  /\b(?:unknown|undescribed|undocumented|undefined|unrecogni[sz]ed|(?:not|n['’]t) (?:be )?(?:described|documented|listed?|defined|known|recogni[sz]ed|exist))\b/i;
const ofRepetition =
  /\b(?:given|sent|passed|occurs?|appears?|repeated) (?:twice|more than once|several times|repeatedly)\b|\bmore than once\b/i;

export default rule({
  title:
    'A query parameter that the document does not have, or that is given twice, is refused where the document says so.',
  level: 'MUST',
  section: 'document',
  sentence: 'The description of the service or of an operation, with the status of such a parameter.',
  expected: ['the status that the description names'],
  appliesTo: { document: 'other' },
  cases: (planner) => {
    const cases = planner.operations
      .filter(({ isSafe }) => isSafe)
      .flatMap((operation) => [...unknown(planner, operation), ...repeated(planner, operation)]);
    if (cases.length > 0) return cases;
    return { skip: 'no description says that such a parameter is refused', notApplicable: true };
  },
  check({ case: { accept }, response: { status } }) {
    if (accept.includes(status)) return 'pass';
    return status < 300
      ? { actual: `status ${status}`, expected: [`status ${accept.join(' or ')}`] }
      : undefined;
  },
});

function unknown(planner: Planner, operation: Operation): CaseDraft[] {
  const status = statusFor(planner, operation, ofUnknown);
  if (status === undefined) return [];
  const title = 'with a query parameter that nothing describes';
  const request = withQuery(planner.request(operation), 'drydock_unknown', '1');
  return [{ detail: 'unknown', title, operation, request, accept: [status] }];
}

function repeated(planner: Planner, operation: Operation): CaseDraft[] {
  const status = statusFor(planner, operation, ofRepetition);
  const parameter = ordinaryParameters(planner.stated.contract, operation).find(
    ({ value }) =>
      value.in === 'query' &&
      value.required !== true &&
      JSON.stringify(value.schema ?? {}).includes('"array"') === false,
  );
  if (status === undefined || parameter === undefined) return [];
  const value = validParameter(planner.stated, parameter);
  if (typeof value === 'object') return [];
  const { name } = parameter.value;
  const request = [name, name].reduce(
    (changing, one) => withQuery(changing, one, String(value)),
    planner.request(operation),
  );
  return [{ detail: 'repeated', title: `with ${name} twice`, operation, request, accept: [status] }];
}

/** The status that a sentence has for such a parameter, where the operation has it too. */
function statusFor(planner: Planner, operation: Operation, kind: RegExp): number | undefined {
  const sentences = descriptionsOf(planner.stated, operation).flatMap(sentencesOf);
  for (const sentence of sentences) {
    if (!ofParameter.test(sentence) || !kind.test(sentence) || /\bignored?\b/i.test(sentence)) continue;
    const [status] = /\b4\d\d\b/.exec(sentence) ?? [];
    if (status !== undefined && operation.responses.has(status)) return Number(status);
  }
  return undefined;
}
