import { spelledCases, type Spelling } from '../../src/conformance/cases/spelled-cases.js';
import type { WireForm } from '../../src/conformance/cases/wire-form.js';
import { rule } from '../../src/conformance/rules/rule.js';

const inChunks = (detail: string, title: string, chunks: NonNullable<WireForm['chunks']>): Spelling => ({
  detail,
  title,
  apply: (request) => (request.body === undefined ? undefined : { ...request, wire: { chunks } }),
});

export default rule({
  title: 'A body in chunks is read like any other.',
  level: 'MUST',
  section: '4',
  sentence:
    'Request bodies are JSON with Content-Type: application/json. (In chunks a body is the same, RFC 9112 7.1.)',
  expected: ['the documented status of success', 'status 411, where the server needs the length'],
  inOtherDocuments: {
    section: 'RFC 9112 7.1',
    sentence: 'A recipient MUST be able to parse and decode the chunked transfer coding.',
  },
  appliesTo: { document: 'any' },
  priority: 3,
  cases: (planner) =>
    spelledCases(
      planner,
      [
        inChunks('one', 'in one chunk', { bytes: 65_536 }),
        inChunks('many', 'in chunks of 100 bytes', { bytes: 100 }),
      ],
      [411],
    ),
});
