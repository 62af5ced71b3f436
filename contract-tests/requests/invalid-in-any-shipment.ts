import { bodyProblems } from '../../src/conformance/cases/bodies/body-problems.js';
import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { changed, type BodyNode } from '../../src/conformance/cases/generate/body-nodes.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { withBody } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { variedShipments } from '../rates/shipments/shipments.js';

/** Values by their paths, as JSON; undefined leaves it out. */
type Changes = readonly (readonly [path: BodyNode['path'], literal: string | undefined])[];

/** Each is wrong in every kind of shipment. */
const problems: readonly (readonly [detail: string, title: string, changes: Changes])[] = [
  ['negative', 'with a weight of -2', [[['weight'], '-2']]],
  ['zero', 'with a weight of 0', [[['weight'], '0']]],
  [
    'incomplete',
    'without codes of states and other fields, and with values of other types',
    [
      [['receiver', 'city'], undefined],
      [['receiver', 'state_short_code'], undefined],
      [['sender', 'zip_code'], '10118'],
      [['sender', 'address'], undefined],
      [['sender', 'state_short_code'], undefined],
      [['box_dimension', 0, 'height'], undefined],
      [['box_dimension', 0, 'items', 0, 'name'], undefined],
      [['box_dimension', 0, 'items', 0, 'unit_price'], undefined],
      [['box_dimension', 0, 'items', 0, 'quantity'], '2'],
    ],
  ],
];

/** The field that makes a shipment one of its kind: without it a shipment would be of another. */
const ofKind: Readonly<Record<string, readonly string[]>> = {
  heavy: ['weight'],
  kilograms: ['weight_unit'],
  home: ['product_type', 'delivery_type'],
  documents: ['product_type'],
};

/** Beside the others. */
function withoutMore(kind: string, boxes: number): Changes {
  const names = ['product_type', 'weight', 'weight_unit', 'delivery_type'];
  const ofLast: Changes =
    boxes < 2
      ? []
      : ['length', 'width', 'weight', 'items'].map((name) => [['box_dimension', boxes - 1, name], undefined]);
  return [
    ...names
      .filter((name) => ofKind[kind]?.includes(name) !== true)
      // In another unit a weight may be converted before it is looked at.
      .map((name) => [[name], kind === 'kilograms' && name === 'weight' ? '"4"' : undefined] as const),
    [['receiver', 'zip_code'], undefined],
    [['receiver', 'state'], undefined],
    ...ofLast,
  ];
}

/** Shipments whose boxes may be read by a branch of their own, such as one that converts units. */
const inBranches: ReadonlySet<string> = new Set(['kilograms', 'abroad', 'home']);

/** A weight that is not above 0, as few write it. */
const weights: readonly (readonly [detail: string, literal: string])[] = [
  ['minus-zero', '-0'],
  ['zero-fraction', '0.0'],
  ['zero-exponent', '0e5'],
  ['negative-fraction', '-0.001'],
  ['negative-overflow', '-1e400'],
];

export default rule({
  title: 'What is wrong in one shipment is wrong in any other, however it is written.',
  level: 'MUST',
  section: '4.2 rule 1',
  sentence:
    'A missing required field or an invalid value yields a validation error (section 7) with status false and response_code "400". The example messages name the offending field or value (for instance an invalid package weight).',
  expected: ['status 400'],
  appliesTo: { document: 'service' },
  hasControls: true,
  priority: 4,
  cases: (planner) => [
    ...inOtherShipments(planner),
    ...wrongBoxWeight(planner),
    ...oddWeights(planner),
    ...otherCodes(planner),
  ],
});

function inOtherShipments(planner: Planner): CaseDraft[] {
  return variedShipments().flatMap(({ detail: shipment, title, body }, index) =>
    problems
      // A weight of 0 and one below it in turn.
      .filter((_, problem) => problem !== index % 2)
      .flatMap(([detail, what, changes]) => {
        const more = () => withoutMore(shipment, body.box_dimension.length);
        const all = detail === 'incomplete' ? [...changes, ...more()] : changes;
        const drafts = draft(planner, `${shipment}-${detail}`, `${title}, ${what}`, body, all);
        return drafts.map((one) => ({ ...one, control: body }));
      }),
  );
}

/** The weight of a box alone: elsewhere the total is wrong, or so much that one check that is left finds it. */
function wrongBoxWeight(planner: Planner): CaseDraft[] {
  return variedShipments()
    .filter(({ detail, body }) => inBranches.has(detail) || body.box_dimension.length > 1)
    .flatMap(({ detail, title, body }) => {
      // Of several boxes the last one, which a check of the first alone never sees.
      const last = body.box_dimension.length - 1;
      const [what, literal] =
        last === 0 ? ['without the weight of its box', undefined] : ['the last of -2', '-2'];
      const changes: Changes = [[['box_dimension', last, 'weight'], literal]];
      const drafts = draft(planner, `${detail}-box-weight`, `${title}, ${what}`, body, changes);
      return drafts.map((one) => ({ ...one, control: body }));
    });
}

function oddWeights(planner: Planner): CaseDraft[] {
  const body = planner.body(planner.operation('getShippingRates'));
  return weights.flatMap(([detail, literal]) =>
    draft(planner, detail, `weight is ${literal}`, body, [[['weight'], literal]]).map((one) =>
      // A number that no parser can hold belongs to no field that is known.
      detail === 'negative-overflow' ? { ...one, problems: [] } : one,
    ),
  );
}

/** Country codes in both parties that have another form. */
function otherCodes(planner: Planner): CaseDraft[] {
  const body = planner.body(planner.operation('getShippingRates'));
  const codes: [detail: string, first: string, second: string][] = [
    ['name', '"United States"', '"Bangladesh"'],
    ['subdivision', '"US-TX"', '"US-IL"'],
    ['three-letters', '"USA"', '"BGD"'],
    ['number', '"840"', '"050"'],
    // An error that shows the value must escape it.
    ['escapes', '"U\\"S\\n"', '"\\\\B\\tD"'],
  ];
  return codes.flatMap(([detail, first, second]) =>
    draft(planner, `code-${detail}`, `the country codes are ${first} and ${second}`, body, [
      [['sender', 'country_code'], first],
      [['receiver', 'country_code'], second],
    ]),
  );
}

function draft(
  planner: Planner,
  detail: string,
  title: string,
  body: unknown,
  changes: Changes,
): CaseDraft[] {
  const operation = planner.operation('getShippingRates');
  const marked = changes.reduce(
    (changing, [path, literal], index) =>
      changed(changing, path, literal === undefined ? undefined : `DRYDOCK-${index}`),
    body,
  );
  const json = JSON.stringify(marked).replace(
    /"DRYDOCK-(\d+)"/g,
    (_, index) => changes[Number(index)]?.[1] ?? '',
  );
  const found = bodyProblems(planner.stated, operation, JSON.parse(json));
  if (found.length === 0) return [];
  const request = withBody(planner.request(operation), json);
  return [{ detail, title, operation, request, accept: planner.rejectionStatuses, problems: found }];
}
