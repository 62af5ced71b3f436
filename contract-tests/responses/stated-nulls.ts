import { rule, type Breach } from '../../src/conformance/rules/rule.js';
import { responseFields } from '../resources/steps/kept-fields.js';
import { isObject } from '../../src/contract/schema/json-equal.js';
import { shown } from '../../src/contract/validation/problem-text.js';

/** The usual words for a field that has no value in a state that another field lists. */
const ofState =
  /\bnull (while|until) (?:it|this|the [\w -]+?) (?:is|has been|was) (?:an? |the |in )?[`'"]?([\w-]+)/i;

export default rule({
  title: 'A field is null in the state in which its description says so.',
  level: 'MUST',
  section: 'document',
  sentence: 'A description such as "null while it is a draft", where another field lists the state.',
  expected: ['null while the thing is in that state', 'where it says until: a value in that state'],
  inOtherDocuments: { quotes: 'responses' },
  appliesTo: { document: 'other' },
  check({ operation, response, json, request }, { stated }) {
    if (operation?.method.toUpperCase() !== request.method || response.status >= 300) return undefined;
    if (!json.ok || !isObject(json.value)) return undefined;
    const thing = json.value;
    const fields = Object.entries(responseFields(stated, operation, response.status));
    const breaches: Breach[] = [];
    let isStated = false;
    for (const [name, { description }] of fields) {
      const [, word = '', state = ''] =
        ofState.exec(typeof description === 'string' ? description : '') ?? [];
      const other = fields.find(([, schema]) => schema.enum?.includes(state));
      if (other === undefined || thing[other[0]] !== state || !Object.hasOwn(thing, name)) continue;
      isStated = true;
      const isNull = thing[name] === null;
      if (isNull === (word.toLowerCase() === 'while')) continue;
      const actual = `${name} is ${shown(thing[name])} while ${other[0]} is ${state}`;
      breaches.push({ actual, pointer: `/${name}`, kind: `${name} in a state` });
    }
    if (!isStated) return undefined;
    return breaches.length === 0 ? 'pass' : breaches;
  },
});
