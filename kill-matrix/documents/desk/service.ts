import { randomUUID } from 'node:crypto';
import {
  accepts,
  fault,
  instead,
  onBody,
  onEach,
  onReply,
  refuses,
  variant,
  without,
  charset,
  slow,
} from '../changes.js';
import {
  type Call,
  documentService,
  type Fields,
  fieldsOf,
  json,
  noContent,
  type Reply,
  text,
} from '../serve-document.js';

const TOKEN = 'desk-token-6e0b';
const known = (call: Call) => call.headers.authorization === `Bearer ${TOKEN}`;

/** Tickets by page, their comments by offset, what closes them, and the agents. */
export const service = documentService({
  name: 'desk',
  allowWrites: true,
  headers: { authorization: `Bearer ${TOKEN}` },
  refuse: (status, message, problems = []) => {
    const fields = Object.fromEntries(problems.map((one) => [one.at, one.text]));
    return json(status === 400 ? 422 : status, { message, ...(problems.length > 0 && { fields }) });
  },
  signedIn: (call) => (known(call) ? undefined : json(401, { message: 'A token is needed' })),
  open,
  faults: [
    // Pages and filters
    fault('page-ignored', 'Every page is the first', 'page', {
      before: (call) => void Object.assign(call.parameters, { page: 1 }),
    }),
    fault('page-overlaps', 'Pages overlap by one ticket', 'List tickets by page'),
    fault('page-gap', 'Each page but the first skips a ticket', 'List tickets by page'),
    fault('size-plus-one', 'Pages have one ticket more', 'page_size'),
    fault('status-ignored', 'The filter by status is ignored', 'status in query'),
    fault('priority-first', 'Of several priorities the first is left out', 'Any of these'),
    fault('priority-ignored', 'The filter by priority is ignored', 'priority in query'),
    fault('offset-ignored', 'The offset of comments is ignored', 'offset'),
    fault('visibility-ignored', 'The filter of comments is ignored', 'visibility in query'),
    fault(
      'total-of-page',
      'total is the text of a number',
      'total: integer',
      onBody('listTickets', 200, (body) => (body.total = text(body.total))),
    ),
    fault('since-epoch-500', 'A time long ago crashes', '500 is not declared', {
      before: (call) =>
        known(call) && text(call.parameters.updated_since).startsWith('1970')
          ? json(500, { message: 'negative' })
          : undefined,
    }),
    // Requests
    fault('phone-unchecked', 'Any phone passes', 'phone: pattern', accepts('createTicket', /phone/)),
    fault(
      'tag-spaces',
      'Tags may have spaces',
      'Tag: pattern',
      accepts('createTicket changeTicket', /tags/, /pattern/),
    ),
    fault(
      'customer-more',
      'Unknown fields of customers pass',
      'customer: additionalProperties false',
      accepts('createTicket', /customer/, /additional/),
    ),
    fault(
      'comment-empty',
      'An empty comment passes',
      'text: minLength 1',
      accepts('addComment', /text/, /minLength/),
    ),
    fault(
      'resolution-free',
      'Any resolution passes',
      'resolution: enum',
      accepts('closeTicket', /resolution/),
    ),
    fault(
      'change-nothing',
      'A change of nothing passes',
      'minProperties: 1',
      accepts('changeTicket', /^body$/, /minProperties/),
    ),
    fault(
      'due-null-refused',
      'due may not be null',
      'due: null',
      refuses('changeTicket createTicket', 'body/due', (call) => fieldsOf(call.body).due === null),
    ),
    fault(
      'urgent-refused',
      'Urgent tickets are refused',
      'Priority: urgent',
      refuses('createTicket', 'body/priority', (call) => fieldsOf(call.body).priority === 'urgent'),
    ),
    fault(
      'close-needs-body',
      'Closing needs a body',
      'requestBody: required false',
      refuses('closeTicket', 'body', (call) => call.bytes.length === 0),
    ),
    fault(
      'umlauts-500',
      'Letters beyond ASCII crash',
      '500 is not declared',
      instead('createTicket', (call) =>
        known(call) && /[^\x20-\x7e]/.test(call.bytes.toString())
          ? json(500, { message: 'latin1' })
          : undefined,
      ),
    ),
    // State
    fault('key-ignored', 'A repeated key makes another ticket', 'The same key makes the same ticket'),
    fault('change-lost', 'A change answers well and is not kept', 'The ticket as it is now'),
    fault('delete-later', 'A removed ticket is still found', 'It is gone'),
    fault('close-open', 'A closed ticket is still open in what is read', 'The closed ticket'),
    fault(
      'close-no-resolution',
      'A closed ticket has no resolution',
      'then: required resolution',
      onBody('closeTicket', 200, (body) => void Reflect.deleteProperty(body, 'resolution')),
    ),
    fault(
      'comments-other',
      'Comments belong to no ticket: an unknown one has them too',
      'listComments: 404',
      onReply('listComments', 404, (reply) => Object.assign(reply, json(200, []))),
    ),
    // Answers
    fault(
      'agent-404-text',
      'An unknown agent gets a plain text',
      '404: application/json',
      onReply('getAgent', 404, (reply) =>
        Object.assign(reply, { headers: { 'content-type': 'text/plain' }, body: 'none' }),
      ),
    ),
    fault(
      'etag-absent',
      'A new ticket has no ETag',
      'ETag: required',
      onReply('createTicket', 201, without('etag')),
    ),
    fault(
      'comment-at',
      'Times of comments have no zone in lists',
      'at: format date-time',
      onEach('listComments', '', (one) => (one.at = text(one.at).slice(0, 19))),
    ),
  ],
  variants: [
    variant('no-tickets', 'No ticket at the start'),
    variant(
      'due-stated',
      'Tickets without a day get none by name',
      onBody('createTicket', 201, (body) => (body.due ??= null)),
    ),
    charset,
    variant(
      'tags-sorted',
      'Tags come in another order',
      onBody('createTicket changeTicket getTicket', 0, (body) => {
        if (Array.isArray(body.tags)) body.tags.reverse();
      }),
    ),
    variant(
      'phones-hidden',
      'Phones are not shown',
      onBody(
        'createTicket changeTicket getTicket',
        0,
        (body) => void Reflect.deleteProperty(fieldsOf(body.customer), 'phone'),
      ),
    ),
    slow,
  ],
});

interface Stored {
  fields: Fields;
  readonly comments: Fields[];
}

function open() {
  const tickets = new Map<number, Stored>();
  const byKey = new Map<string, number>();
  let last = 0;
  let isFilled = false;
  const add = (input: Fields) => {
    const id = (last += 1);
    const fields = { id, status: 'open', priority: 'normal', tags: [], created_at: now(), ...input };
    tickets.set(id, { fields, comments: [] });
    return fields;
  };
  const fill = (call: Call) => {
    if (isFilled) return;
    isFilled = true;
    if (call.is('no-tickets')) return;
    for (const priority of ['low', 'normal', 'high', 'normal', 'urgent'])
      add({ subject: `About ${priority}`, customer: { name: 'Bo', email: 'bo@example.com' }, priority });
    Object.assign(tickets.get(2)?.fields ?? {}, { status: 'closed', resolution: 'solved' });
  };
  const withTicket = (handler: (ticket: Stored, call: Call) => Reply) => (call: Call) => {
    fill(call);
    const ticket = tickets.get(Number(call.parameters.ticketId));
    return ticket === undefined ? json(404, { message: 'There is no such ticket' }) : handler(ticket, call);
  };
  return {
    listTickets: (call: Call) => {
      fill(call);
      const { page, page_size, status, updated_since } = call.parameters;
      let priorities = call.parameters.priority as string[] | undefined;
      if (call.is('priority-first') && priorities !== undefined && priorities.length > 1)
        priorities = priorities.slice(1);
      const found = [...tickets.values()]
        .map(({ fields }) => fields)
        .filter((one) => status === undefined || one.status === status || call.is('status-ignored'))
        .filter((one) => priorities?.includes(text(one.priority)) !== false || call.is('priority-ignored'))
        .filter((one) => updated_since === undefined || text(one.created_at) >= text(updated_since));
      const [number, size] = [Number(page), Number(page_size)];
      let from = (number - 1) * size;
      if (number > 1 && call.is('page-overlaps')) from -= 1;
      if (number > 1 && call.is('page-gap')) from += 1;
      const data = found.slice(from, from + size + (call.is('size-plus-one') ? 1 : 0));
      return json(200, { data, total: found.length });
    },
    createTicket: (call: Call) => {
      fill(call);
      const key = call.parameters['Idempotency-Key'] as string | undefined;
      const before = key === undefined || call.is('key-ignored') ? undefined : byKey.get(key);
      const fields = tickets.get(before ?? 0)?.fields ?? add(fieldsOf(call.body));
      if (key !== undefined) byKey.set(key, Number(fields.id));
      return json(201, fields, { location: `/tickets/${text(fields.id)}`, etag: '"1"' });
    },
    getTicket: withTicket(({ fields }) => json(200, fields, { etag: '"1"' })),
    changeTicket: withTicket((ticket, call) => {
      const fields = { ...ticket.fields, ...fieldsOf(call.body) };
      if (!call.is('change-lost')) ticket.fields = fields;
      return json(200, fields);
    }),
    deleteTicket: withTicket(({ fields: { id } }, call) => {
      if (!call.is('delete-later')) tickets.delete(Number(id));
      return noContent();
    }),
    closeTicket: withTicket((ticket, call) => {
      if (ticket.fields.status === 'closed') return json(409, { message: 'It is closed' });
      const fields = {
        ...ticket.fields,
        status: 'closed',
        resolution: fieldsOf(call.body).resolution ?? 'solved',
      };
      if (!call.is('close-open')) ticket.fields = fields;
      return json(200, fields);
    }),
    listComments: withTicket(({ comments }, call) => {
      const { offset, limit, visibility } = call.parameters;
      const found = comments.filter(
        (one) => visibility === undefined || one.visibility === visibility || call.is('visibility-ignored'),
      );
      const from = call.is('offset-ignored') ? 0 : Number(offset);
      return json(200, found.slice(from, from + Number(limit)));
    }),
    addComment: withTicket(({ comments }, call) => {
      const comment = { id: randomUUID(), visibility: 'public', at: now(), ...fieldsOf(call.body) };
      comments.push(comment);
      return json(201, comment);
    }),
    getAgent: ({ parameters: { agentId } }: Call) =>
      agentId === 'ag-maria'
        ? json(200, { id: agentId, name: 'María', languages: ['es', 'en'] })
        : json(404, { message: 'There is no such agent' }),
  };
}

function now(): string {
  return new Date().toISOString();
}
