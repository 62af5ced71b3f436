import type { CaseDraft } from '../../src/conformance/cases/case.js';
import type { WireForm } from '../../src/conformance/cases/wire-form.js';
import { rule } from '../../src/conformance/rules/rule.js';

interface OddPath {
  readonly detail: string;
  readonly title: string;
  readonly path: string;
  readonly wire?: WireForm;
  /** True if a server below the service may reject it, in a form of its own. */
  readonly isMalformed?: true;
}

const paths: readonly OddPath[] = [
  { detail: 'long', title: 'of 1,200 characters', path: `/${'n'.repeat(1200)}` },
  { detail: 'longer', title: 'of 4,000 characters', path: `/drydock/${'n'.repeat(3990)}` },
  {
    detail: 'percent',
    title: 'with a percent sign that begins no escape',
    path: '/drydock-%zz%u0041%',
    isMalformed: true,
  },
  // A space, é, a quote, and characters that are encoded because they mean something elsewhere.
  { detail: 'escapes', title: 'with escapes', path: '/drydock%20%C3%A9%25%3F%5E%7C%22;v=1,2' },
  {
    detail: 'not-utf-8',
    title: 'with escapes that are not UTF-8',
    path: '/drydock-%ff%ed%a0%80',
    isMalformed: true,
  },
  {
    detail: 'control-characters',
    title: 'with encoded control characters and a backslash',
    path: '/drydock-%00%0d%0a%5c',
    isMalformed: true,
  },
  {
    detail: 'encoded-slash',
    title: 'with an encoded slash',
    path: '/drydock-no-such%2Fpath',
    isMalformed: true,
  },
  {
    detail: 'dots',
    title: 'with two dots, and quotes without escapes',
    path: '/drydock-no-such-path/../"drydock"',
    wire: { target: 'verbatim' },
    isMalformed: true,
  },
];

export default rule({
  title: 'A path that does not exist is 404, however long or odd it is.',
  level: 'MUST',
  section: '7',
  sentence: '404 Not Found: Resource not found.',
  expected: ['status 404', 'status 400 or 414', 'a redirection to the path without its dots'],
  appliesTo: { document: 'service' },
  priority: 5,
  cases(planner) {
    const [operation] = planner.statedOperations.filter(({ method }) => method === 'get');
    if (operation === undefined) return { skip: 'the document has no GET', notApplicable: true };
    const request = planner.request(operation);
    return paths.map(({ detail, title, path, wire, isMalformed }): CaseDraft => ({
      detail,
      title: `GET a path ${title}`,
      request: { ...request, path, ...(wire && { wire }) },
      accept: [404, 400, 414, 301, 302, 307, 308],
      ...(isMalformed && { responseLevel: 'SHOULD' }),
    }));
  },
  check({ case: item, response: { status } }) {
    if (item.accept.includes(status)) return 'pass';
    // A rejection of another kind says as well that nothing is there.
    const level = status < 400 || status >= 500 ? 'MUST' : 'SHOULD';
    return { actual: `status ${status}`, level };
  },
});
