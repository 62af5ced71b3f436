import { randomUUID } from 'node:crypto';
import { instead, onBody, onEach, refuses } from '../changes.js';
import { documentService, json, noContent, onThing, text } from '../serve-document.js';
import { type Call, type Fields, fieldsOf } from '../replies.js';

const TOKEN = 'desk-token-6e0b';

/** Tickets by page, their comments by offset, what closes them, and the agents. */
export const service = documentService({
  name: 'desk',
  headers: { authorization: `Bearer ${TOKEN}` },
  refuse: (status, message, problems = []) => {
    const fields = Object.fromEntries(problems.map((one) => [one.at, one.text]));
    return json(status === 400 ? 422 : status, { message, ...(problems.length > 0 && { fields }) });
  },
  open,
  effects: {
    'page-ignored': { before: (call) => void Object.assign(call.parameters, { page: 1 }) },
    'total-of-page': onBody('listTickets', 200, (body) => (body.total = text(body.total))),
    'since-epoch-500': instead(
      '*',
      (call) => text(call.parameters.updated_since).startsWith('1970') && json(500, { message: 'negative' }),
    ),
    'subject-longest-refused': refuses('createTicket', 'body/subject', (call) => subjectLength(call) === 120),
    'subject-shortest-refused': refuses('createTicket', 'body/subject', (call) => subjectLength(call) === 3),
    'close-needs-body': refuses('closeTicket', 'body', (call) => call.bytes.length === 0),
    'umlauts-500': instead(
      'createTicket',
      (call) => /[^\x20-\x7e]/.test(call.bytes.toString()) && json(500, { message: 'latin1' }),
    ),
    'comment-at': onEach('listComments', '', (one) => (one.at = text(one.at).slice(0, 19))),
    'due-stated': onBody('createTicket', 201, (body) => (body.due ??= null)),
    'tags-sorted': onBody('createTicket changeTicket getTicket', 0, (body) => {
      if (Array.isArray(body.tags)) body.tags.reverse();
    }),
    'phones-hidden': onBody(
      'createTicket changeTicket getTicket',
      0,
      (body) => void Reflect.deleteProperty(fieldsOf(body.customer), 'phone'),
    ),
  },
});

function subjectLength({ body }: Call): number {
  return Array.from(text(fieldsOf(body).subject)).length;
}

interface Stored {
  fields: Fields;
  readonly comments: Fields[];
}

function open(is: Call['is']) {
  const tickets = new Map<number, Stored>();
  const byKey = new Map<string, number>();
  let last = 0;
  const add = (input: Fields) => {
    const id = (last += 1);
    const fields = { id, status: 'open', priority: 'normal', tags: [], created_at: now(), ...input };
    tickets.set(id, { fields, comments: [] });
    return fields;
  };
  if (!is('no-tickets')) {
    for (const priority of ['low', 'normal', 'high', 'normal', 'urgent'])
      add({ subject: `About ${priority}`, customer: { name: 'Bo', email: 'bo@example.com' }, priority });
    Object.assign(tickets.get(2)?.fields ?? {}, { status: 'closed', resolution: 'solved' });
  }
  const withTicket = onThing(
    ({ parameters }) => tickets.get(Number(parameters.ticketId)),
    () => json(404, { message: 'There is no such ticket' }),
  );
  return {
    listTickets: (call: Call) => {
      const { page, page_size, status, updated_since } = call.parameters;
      let priorities = call.parameters.priority as string[] | undefined;
      if (is('priority-first') && priorities !== undefined && priorities.length > 1)
        priorities = priorities.slice(1);
      const found = [...tickets.values()]
        .map(({ fields }) => fields)
        .filter((one) => status === undefined || one.status === status || is('status-ignored'))
        .filter((one) => priorities?.includes(text(one.priority)) !== false || is('priority-ignored'))
        .filter((one) => updated_since === undefined || text(one.created_at) >= text(updated_since));
      const [number, size] = [Number(page), Number(page_size)];
      let from = (number - 1) * size;
      if (number > 1 && is('page-overlaps')) from -= 1;
      if (number > 1 && is('page-gap')) from += 1;
      const data = found.slice(from, from + size + (is('size-plus-one') ? 1 : 0));
      return json(200, { data, total: found.length });
    },
    createTicket: (call: Call) => {
      const key = call.parameters['Idempotency-Key'] as string | undefined;
      const before = key === undefined || is('key-ignored') ? undefined : byKey.get(key);
      const fields = tickets.get(before ?? 0)?.fields ?? add(fieldsOf(call.body));
      if (key !== undefined) byKey.set(key, Number(fields.id));
      return json(201, fields, { location: `/tickets/${text(fields.id)}`, etag: '"1"' });
    },
    getTicket: withTicket(({ fields }) => json(200, fields, { etag: '"1"' })),
    changeTicket: withTicket((ticket, call) => {
      const fields = { ...ticket.fields, ...fieldsOf(call.body) };
      if (!is('change-lost')) ticket.fields = fields;
      return json(200, fields);
    }),
    deleteTicket: withTicket(({ fields: { id } }) => {
      if (!is('delete-later')) tickets.delete(Number(id));
      return noContent();
    }),
    closeTicket: withTicket((ticket, call) => {
      if (ticket.fields.status === 'closed') return json(409, { message: 'It is closed' });
      const fields = {
        ...ticket.fields,
        status: 'closed',
        resolution: fieldsOf(call.body).resolution ?? 'solved',
      };
      if (!is('close-open')) ticket.fields = fields;
      return json(200, fields);
    }),
    listComments: withTicket(({ comments }, call) => {
      const { offset, limit, visibility } = call.parameters;
      const found = comments.filter(
        (one) => visibility === undefined || one.visibility === visibility || is('visibility-ignored'),
      );
      const from = is('offset-ignored') ? 0 : Number(offset);
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
