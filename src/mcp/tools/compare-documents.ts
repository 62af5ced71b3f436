import { nextSchema, pageAfter, pageArguments } from '../page.js';
import { listOf, openObject, string, strings } from '../schemas.js';
import type { Tool } from '../tool.js';

/** `compare_documents` compares documents as `drydock diff` does. */
export const compareDocuments: Tool = {
  name: 'compare_documents',
  title: 'Compare documents',
  description:
    'Compares two OpenAPI documents by what clients notice, and says of each breaking change whether recorded clients of the running mock have met it. Nothing is sent.',
  properties: {
    old: { type: 'string', description: 'The document that clients know: a file below the working folder.' },
    new: { type: 'string', description: 'The planned document, likewise.' },
    weighed: {
      type: 'boolean',
      description: 'Weigh the changes by the journal of the running mock; true by default.',
    },
    ...pageArguments(20),
  },
  required: ['old', 'new'],
  output: openObject({
    verdict: string,
    notices: strings,
    traffic: { type: ['object', 'null'], description: 'What was weighed; null where nothing was.' },
    breaking: listOf(
      openObject({ number: string, id: string, kind: string, certainty: string, text: string }),
    ),
    total: { type: 'integer', description: 'How many breaking changes there are.' },
    harmless: { type: 'integer', description: 'How many others there are.' },
    next: nextSchema,
  }),
  async call(args, { compare }, running) {
    const [old = '', now = ''] = [args.text('old'), args.text('new')];
    const isWeighed = args.pick('weighed').weighed !== false;
    const { changes, ...report } = await compare(old, now, isWeighed, running);
    const breaking = changes.filter(({ effect }) => effect === 'breaking');
    const numbered = breaking.map((change, index) => ({ number: String(index + 1), ...change }));
    const { items, next } = pageAfter(numbered, ({ number }) => number, args, 20);
    const harmless = changes.length - breaking.length;
    return { ...report, breaking: items, total: breaking.length, harmless, next };
  },
};
