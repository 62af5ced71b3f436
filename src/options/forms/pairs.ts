/** Forms of pairs: a header, a credential of a security scheme. In a program and a file they are maps. */
import { textForm, type Form } from './form.js';

/** A name and its value. */
export type Pair = readonly [name: string, value: string];

/** `X-Tenant: acme`. */
export const header: Form<Pair> = pairForm(
  "a name, a colon and a value such as 'X-Tenant: acme'",
  /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\x20-\x7e]*)$/,
);

/** `basicAuth=user:password`. */
export const credential: Form<Pair> = pairForm(
  "a security scheme of the document, = and its credential, such as 'basicAuth=user:password'",
  /^([^=]+)=(.+)$/s,
);

function pairForm(must: string, pattern: RegExp): Form<Pair> {
  return textForm(must, (given): Pair | undefined => {
    const [, name, value] = pattern.exec(given) ?? [];
    return name === undefined || value === undefined ? undefined : [name, value];
  });
}
