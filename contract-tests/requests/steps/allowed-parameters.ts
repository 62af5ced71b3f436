import { ordinaryParameters } from '../../../src/conformance/cases/credentials/credential.js';
import { isOwnHeader } from '../../../src/conformance/cases/parameters/parameter-mutations.js';
import { withParameter } from '../../../src/conformance/cases/parameters/parameter-text.js';
import { acceptsText, parameterSchema } from '../../../src/conformance/cases/parameters/parameter-value.js';
import { wrongParameter } from '../../../src/conformance/cases/parameters/sent-parameter.js';
import type { Planner } from '../../../src/conformance/cases/planner.js';
import type { RequestParts } from '../../../src/conformance/cases/request.js';
import { examplesOf, type Located } from '../../../src/contract/operations.js';
import type { ParameterObject } from '../../../src/contract/openapi.js';
import { seededRandom } from '../../../src/contract/seeded-random.js';
import { resolveSchema, typeOf } from '../../../src/contract/schema/resolve-schema.js';
import { shown } from '../../../src/contract/validation/problem-text.js';
import type { ExistingThing } from '../../resources/steps/existing-things.js';
import type { AllowedRequest } from './allowed-request.js';
import { lawfulValues } from './lawful-values.js';

/** Requests with one optional query parameter or header more: each value that its schema singles out, an example, and guesses. */
export function otherParameters(
  planner: Planner,
  { operation }: ExistingThing,
  valid: RequestParts,
): AllowedRequest[] {
  const { stated } = planner;
  const { document } = stated.contract;
  return ordinaryParameters(stated.contract, operation)
    .filter(({ value }) => value.in !== 'path' && value.required !== true && value.schema !== undefined)
    .filter(({ value }) => !isOwnHeader(value))
    .flatMap((parameter) => {
      const { name, schema } = parameter.value;
      const lawful = lawfulValues(planner, resolveSchema(document, schema));
      const guesses = guessesOf(planner, parameter, valid);
      const examples = [...examplesOf(document, parameter.value).values()].slice(0, 1);
      const tried = [...lawful, ...examples].flatMap((value, index): AllowedRequest[] => {
        const request = withParameter(valid, parameter.value, value);
        const wrong = wrongParameter(stated, operation, parameter, request);
        if (wrong === 'missing' || wrong.length > 0) return [];
        const text = shown(value);
        // An example may name what isn't there any more.
        const level = index < lawful.length ? {} : { level: 'SHOULD' as const };
        return [{ detail: `${name}=${text}`, title: `the parameter ${name} is ${text}`, request, ...level }];
      });
      return [...tried, ...guesses];
    });
}

/**
 * Values of a parameter that the document allows and nobody has listed: any text, a time long ago and one far ahead, and two elements
 * where one is served.
 */
function guessesOf(
  planner: Planner,
  parameter: Located<ParameterObject>,
  valid: RequestParts,
): AllowedRequest[] {
  const { stated } = planner;
  const of = parameterSchema(parameter);
  if (of === undefined) return [];
  const schema = resolveSchema(stated.contract.document, of.schema);
  const { name } = parameter.value;
  const request = (value: unknown) => withParameter(valid, parameter.value, value);
  const title = (value: unknown) => `the parameter ${name} is ${shown(value)}`;
  if (typeOf(schema) === 'array') {
    const items = resolveSchema(stated.contract.document, schema.items);
    if (items.enum !== undefined)
      return items.enum.map((one): AllowedRequest => ({
        ...{ detail: `${name}=${shown([one])}`, title: title([one]), request: request([one]) },
        isGuess: true,
      }));
    const [one, two] = madeTexts(planner, `${of.pointer}/items`);
    if (one === undefined || two === undefined || !acceptsText(stated, of.pointer, [one, two])) return [];
    const twin = { title: title([one]), request: request([one]) };
    const both = [one, two];
    return [
      {
        detail: `${name}=two`,
        title: `the parameter ${name} has two elements`,
        request: request(both),
        twin,
      },
    ];
  }
  if (typeOf(schema) !== 'string' || schema.enum !== undefined || schema.const !== undefined) return [];
  const times = ['1970-01-01', '2199-12-31'].flatMap((day) => [day, `${day}T00:00:00Z`]);
  const values = [
    ...(schema.format?.startsWith('date') === true ? times : []),
    ...madeTexts(planner, of.pointer),
  ];
  const allowed = [
    ...values.filter((value) => acceptsText(stated, of.pointer, value)).slice(0, 2),
    ...specialTexts.filter((value) => schema.format === undefined && acceptsText(stated, of.pointer, value)),
  ];
  return allowed.map((value) => ({
    detail: `${name}=${value}`,
    title: title(value),
    request: request(value),
    isGuess: true,
  }));
}

/** Texts that a search must not take for a pattern, a query or markup of its own. */
const specialTexts = ['([{*+?\\', `'";--%_`];

/** Two different texts that a schema accepts, as far as there are such. */
function madeTexts({ stated }: Planner, pointer: string): string[] {
  const made = [1, 2, 3, 4, 5].map((seed) =>
    stated.values.generate(pointer, { random: seededRandom(seed, 'guess'), examples: 'none' }),
  );
  const texts = made.filter((value): value is string => typeof value === 'string' && value !== '');
  return [...new Set(texts.filter((text) => acceptsText(stated, pointer, text)))].slice(0, 2);
}
