import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { allowsMediaType } from '../../src/conformance/document/request-media.js';
import { withBody, withHeaders } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

/** Incomplete in every reading, so that no server can serve them. */
const bodies: readonly (readonly [detail: string, type: string, body: string])[] = [
  ['form', 'application/x-www-form-urlencoded', 'weight=4&weight_unit=LBS'],
  [
    'multipart',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="weight"\r\n\r\n4\r\n--x--\r\n',
  ],
  ['xml', 'application/xml', '<?xml version="1.0"?><weight>4</weight>'],
  ['text', 'text/plain', 'weight 4'],
];

export default rule({
  title: 'A body of another media type is rejected.',
  level: 'MUST',
  section: '4',
  sentence: 'Request bodies are JSON with Content-Type: application/json.',
  expected: ['status 400 or 415'],
  inOtherDocuments: {
    level: 'SHOULD',
    expected: ['a rejection, such as 400 or 415'],
    quotes: 'requestBody',
  },
  appliesTo: { document: 'any' },
  priority: 3,
  cases: (planner) =>
    planner.withBody.flatMap((operation) =>
      bodies
        .filter(([, type]) => !allowsMediaType(operation, type))
        .map(([detail, type, body]): CaseDraft => {
          const request = withBody(withHeaders(planner.request(operation), { 'Content-Type': type }), body);
          return {
            detail,
            title: `a body of ${type}`,
            operation,
            request,
            accept: [...planner.rejectionStatuses, 415],
          };
        }),
    ),
});
