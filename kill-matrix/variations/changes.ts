/** The vocabulary in which variations are written: when an answer is changed, and how. */
import {
  enveloped,
  type Answer,
  type Call,
  type Fields,
  type Operation,
  type Path,
  type Problem,
} from '../reference-server/stages.js';
import type { Apply } from '../reference-server/reference-server.js';
import type { Settings } from '../reference-server/settings.js';

export type When = (answer: Answer, call: Call) => boolean;
export type Change = (answer: Answer, call: Call) => Answer;

/** Changes the answers that `when` picks. */
export function on(when: When, change: Change): Apply {
  return ({ decide }) => ({
    decide(call) {
      const answer = decide(call);
      return when(answer, call) ? change(answer, call) : answer;
    },
  });
}

/** Several differences in one server, each built on those before it. */
export const together =
  (...parts: readonly Apply[]): Apply =>
  (stages, settings) => {
    const all = { ...stages };
    for (const part of parts) Object.assign(all, part({ ...all }, settings));
    return all;
  };

export const anyAnswer: When = () => true;
export const success: When = ({ status }) => status < 400;
export const failure: When = ({ status }) => status >= 400;
export const badRequest: When = ({ status }) => status === 400;
export const malformed: When = (answer, { body }) => answer.status === 400 && body === undefined;
export const status =
  (wanted: number): When =>
  (answer) =>
    answer.status === wanted;
export const all =
  (...conditions: When[]): When =>
  (answer, call) =>
    conditions.every((condition) => condition(answer, call));
/** Requests of an operation that got past credentials and quota, valid or not. */
export const served =
  (operation: Operation, when: (call: Call) => boolean = () => true): When =>
  (answer, call) =>
    call.operation === operation && ![401, 403, 429].includes(answer.status) && when(call);
export const categories = all(success, served('listCategories'));
export const rates = all(success, served('getShippingRates'));
/** Every n-th request that the server gets. */
export const every =
  (n: number): When =>
  (_answer, call) =>
    call.number % n === 0;

/** Joins the strings in errors to one. */
export const joinErrors: Change = (answer) => ({
  ...answer,
  body: { ...answer.body, errors: [(answer.body.errors as string[]).join(', ')] },
});

/** Sets envelope fields. */
export const set =
  (fields: Fields): Change =>
  (answer) => ({ ...answer, body: { ...answer.body, ...fields } });

/** Sets one envelope field from its value. */
export const alter =
  (name: string, change: (value: unknown, call: Call) => unknown): Change =>
  (answer, call) => ({ ...answer, body: { ...answer.body, [name]: change(answer.body[name], call) } });

/** An object without some of its fields. */
export function omit(fields: Fields, ...names: string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** Leaves envelope fields out. */
export const drop =
  (...names: string[]): Change =>
  (answer) => ({ ...answer, body: omit(answer.body, ...names) });

/** Changes the list in data. */
export const list = (change: (elements: Fields[], call: Call) => unknown): Change =>
  alter('data', (data, call) => change(data as Fields[], call));

/** Changes elements of data. */
export const each = (change: (element: Fields, index: number, length: number) => Fields): Change =>
  list((elements) => elements.map((element, index) => change(element, index, elements.length)));

/** Writes both timestamps of categories in another form. */
export const stamps = (form: (iso: string, name: string) => unknown): Change =>
  each((category) => ({
    ...category,
    created_at: form(String(category.created_at), 'created_at'),
    updated_at: form(String(category.updated_at), 'updated_at'),
  }));

/** Sets fields in every element of data. */
export const eachWith = (fields: Fields): Change => each((element) => ({ ...element, ...fields }));

/** Leaves a field out of every element of data. */
export const eachWithout = (name: string): Change => each((element) => omit(element, name));

/** Answers with this status, and a response_code to match. */
export const restatus =
  (code: number): Change =>
  (answer) => ({ ...answer, status: code, body: { ...answer.body, response_code: String(code) } });

/** Answers with this HTTP status and leaves the envelope as it is. */
export const httpStatus =
  (code: number): Change =>
  (answer) => ({ ...answer, status: code });

/** Answers with a text, or nothing, instead of the envelope. */
export const bare =
  (code: number, headers: Answer['headers'] = {}, text = ''): (() => Answer) =>
  () => ({ status: code, headers, body: {}, raw: text });

/** Answers with a text of another kind, such as a framework's own error page. */
export const page = (code: number, type: string, text: string) => bare(code, { 'Content-Type': type }, text);

export const htmlPage = (code: number, title: string) =>
  page(code, 'text/html; charset=utf-8', `<!DOCTYPE html><html><head><title>${title}</title></head></html>`);

/** Refuses with a message and one error. */
export const refusal =
  (code: number, message: string, error: string, headers: Answer['headers'] = {}): (() => Answer) =>
  () => ({ ...enveloped(code, message, [], [error]), headers });

/** Answers with another JSON document, made from the envelope. */
export const reshape =
  (change: (body: Fields) => unknown): Change =>
  (answer) => ({ ...answer, raw: JSON.stringify(change(answer.body)) });

/** One change after the other. */
export const chain =
  (...changes: Change[]): Change =>
  (answer, call) =>
    changes.reduce((changed, change) => change(changed, call), answer);

/** Answers with a JSON document that is not the envelope. */
export const document = (code: number, value: unknown, type = 'application/json') =>
  page(code, type, JSON.stringify(value));

/** Rewrites the JSON text of the body. */
export const rewrite =
  (change: (json: string) => string): Change =>
  (answer) => ({ ...answer, raw: change(answer.raw ?? JSON.stringify(answer.body)) });

/** Escapes characters of a JSON text; all that are not ASCII by default. */
export const escaped = (json: string, characters = /[^\0-\x7f]/g): string =>
  json.replace(characters, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const withHeaders =
  (headers: Record<string, string>): Change =>
  (answer) => ({ ...answer, headers: { ...answer.headers, ...headers } });

/** The server fails with a tidy 500. */
export const serverError: Change = () =>
  enveloped(500, 'Internal server error', [], ['The server could not answer']);

/** The server fails for some requests that are otherwise served. */
export const crash = (operation: Operation, when?: (call: Call) => boolean): Apply =>
  on(served(operation, when), serverError);

/** Admits requests whatever their key. */
export const admit =
  (admits: (call: Call, keys: Settings['keys']) => boolean): Apply =>
  ({ authenticate }, { keys }) => ({
    authenticate: (call) => (admits(call, keys) ? undefined : authenticate(call)),
  });

/** Puts each problem of a field in other words. */
export const inWords = (say: (path: Path, problem: Problem) => string): Apply =>
  withErrors((texts, problems) =>
    problems.map((problem, index) =>
      problem.path.length > 0 ? say(problem.path, problem) : (texts[index] ?? ''),
    ),
  );

/** Problems that the server doesn't see. */
export const overlook =
  (unseen: (problem: Problem, call: Call) => boolean): Apply =>
  ({ validate }) => ({ validate: (call) => validate(call).filter((problem) => !unseen(problem, call)) });

/** A problem that the server sees in requests where there is none. */
export const invent =
  (when: (call: Call) => boolean, text: string): Apply =>
  ({ validate }) => ({
    validate: (call) => [
      ...validate(call),
      ...(call.operation === 'getShippingRates' && when(call)
        ? [{ kind: 'value', path: [], text } as const]
        : []),
    ],
  });

/** Changes what errors holds in the response to problems. */
export const withErrors =
  (listed: (texts: string[], problems: readonly Problem[]) => unknown[]): Apply =>
  ({ refuse }) => ({
    refuse(problems, call) {
      const answer = refuse(problems, call);
      const texts = listed(
        problems.map(({ text }) => text),
        problems,
      );
      return { ...answer, body: { ...answer.body, errors: texts } };
    },
  });
