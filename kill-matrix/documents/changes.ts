import type { Problem } from './read-operations.js';
import { type Call, type Change, type Fields, fieldsOf, type Reply } from './replies.js';

/** The effect of a change. */
export type Effect = Omit<Change, 'name' | 'title' | 'says'>;

/** Changes the replies of operations, `*` for all, with a status, 0 for any below 400. */
export function onReply(ids: string, status: number, change: (reply: Reply, call: Call) => void): Effect {
  return {
    reply: (reply, call) => {
      const here = status === 0 ? reply.status < 400 : reply.status === status;
      if (here && fits(ids, call)) change(reply, call);
      return reply;
    },
  };
}

/** Changes the fields of JSON bodies. */
export function onBody(ids: string, status: number, change: (body: Fields, call: Call) => void): Effect {
  return onReply(ids, status, (reply, call) => change(fieldsOf(reply.body), call));
}

/** Changes each object of the list in a field of the body, or of the body itself. */
export function onEach(ids: string, field: string, change: (one: Fields, at: number) => void): Effect {
  return onReply(ids, 200, ({ body }) => {
    const list = field === '' ? body : fieldsOf(body)[field];
    if (Array.isArray(list)) list.forEach((one: unknown, at) => change(fieldsOf(one), at));
  });
}

/** Answers in place of the service those who may call it. */
export function instead(ids: string, reply: (call: Call) => Reply | false): Effect {
  return { before: (call) => fits(ids, call) && (call.isKnown || !call.operation.secured) && reply(call) };
}

/** Answers in place of the service those without its credentials. */
export function toStrangers(ids: string, reply: (call: Call) => Reply | false): Effect {
  return { before: (call) => fits(ids, call) && !call.isKnown && reply(call) };
}

/** Lets pass what is wrong at a place, such as `body/title`, and by a keyword. */
export function accepts(ids: string, at: RegExp, keyword = /./): Effect {
  return {
    problems: (problems, call) =>
      problems.filter((one) => !(fits(ids, call) && at.test(one.at) && keyword.test(one.keyword))),
  };
}

/** Finds something wrong that is right. */
export function refuses(ids: string, at: string, test: (call: Call) => boolean): Effect {
  const wrong: Problem = { at, keyword: 'pattern', text: 'is not valid' };
  return { problems: (problems, call) => (fits(ids, call) && test(call) ? [...problems, wrong] : problems) };
}

/** Answers 500 where something is wrong, instead of saying so. */
export function crashes(ids: string, at: RegExp, body: unknown, keyword = /./): Effect {
  return {
    problems: (problems, call) => {
      const met = problems.some((one) => at.test(one.at) && keyword.test(one.keyword));
      crashed.set(call, fits(ids, call) && met);
      return problems;
    },
    reply: (reply, call) =>
      crashed.get(call) ? { status: 500, headers: { 'content-type': 'application/json' }, body } : reply,
  };
}

const crashed = new WeakMap<Call, boolean>();

function fits(ids: string, call: Call): boolean {
  return ids === '*' || ids.split(' ').includes(call.operation.id);
}

/** Effects of changes that several services have under the same name. */
export const sharedEffects: Readonly<Record<string, Effect>> = {
  charset: onReply('*', 0, ({ headers }) => {
    if (headers['content-type']) headers['content-type'] += '; charset=utf-8';
  }),
  'absolute-location': onReply('*', 0, ({ headers }, call) => {
    if (headers.location) headers.location = `http://${call.headers.host}${headers.location}`;
  }),
};
