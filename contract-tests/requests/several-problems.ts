import { rule } from '../../src/conformance/rules/rule.js';
import { combinations, combined } from './steps/problem-combinations.js';
import {
  inEveryElement,
  inEveryElementOfOne,
  inManyElements,
  inTwoElements,
} from './steps/problems-in-elements.js';
import { almostEmpty, emptyObjects, everyLeaf } from './steps/problems-in-values.js';

export default rule({
  title: 'A request with several problems is rejected.',
  level: 'MUST',
  section: '7 rule 2',
  sentence: 'A 400 response lists one string per problem in errors.',
  expected: ['status 400'],
  inOtherDocuments: {
    expected: ['a rejection, such as 400 or 422'],
    quotes: 'requestBody',
  },
  appliesTo: { document: 'any' },
  hasControls: true,
  priority: 2,
  cases: (planner) =>
    planner.withBody.flatMap((operation) => [
      ...combinations.flatMap((combination) => combined(planner, operation, combination)),
      ...almostEmpty(planner, operation),
      ...inTwoElements(planner, operation),
      ...inEveryElement(planner, operation),
      ...inEveryElementOfOne(planner, operation),
      ...everyLeaf(planner, operation),
      ...emptyObjects(planner, operation),
      ...inManyElements(planner, operation),
    ]),
});
