/** The fate of a response. */
import { type Answer, type Call, enveloped, type Fields } from '../reference-server/stages.js';

export type Change = (answer: Answer, call: Call) => Answer;

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
