/** The form of an option's value, which a program may also give as a `Given`. */
export interface Form<T = unknown, Given = T> {
  /** Completes the sentence "--port must be …". */
  readonly must: string;
  /** @returns the value that a text stands for; undefined where it stands for none */
  readonly read: (text: string) => T | undefined;
  /** @returns the value of a program or a file as `read` gives it; undefined where it is of another form */
  readonly accept: (value: unknown) => T | undefined;
  /** The form as JSON Schema, for editors. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Carries the type of what a program may give; never set. */
  readonly given?: Given;
  /** All values there are, for completion. */
  readonly choices?: readonly string[];
}

/** A form whose values are texts in programs as well. */
export function textForm<T>(
  must: string,
  read: (text: string) => T | undefined,
  schema: Readonly<Record<string, unknown>> = {},
): Form<T> {
  return {
    must,
    read,
    accept: (value) => (typeof value === 'string' ? read(value) : undefined),
    schema: { type: 'string', ...schema },
  };
}

/** Any text but an empty one. */
export const text: Form<string> = textForm(
  'a text that is not empty',
  (given) => (given === '' ? undefined : given),
  { minLength: 1 },
);

/** On or off. */
export const onOff: Form<boolean> = {
  must: 'true or false',
  read: (given) => (given === 'true' ? true : given === 'false' ? false : undefined),
  accept: (value) => (typeof value === 'boolean' ? value : undefined),
  schema: { type: 'boolean' },
};

export function wholeNumber(min: number, max: number): Form<number> {
  const within = (number: number) =>
    Number.isInteger(number) && number >= min && number <= max ? number : undefined;
  return {
    must: `a whole number from ${min} to ${max}`,
    read: (given) => (/^\d{1,15}$/.test(given) ? within(Number(given)) : undefined),
    accept: (value) => (typeof value === 'number' ? within(value) : undefined),
    schema: { type: 'integer', minimum: min, maximum: max },
  };
}

/** Milliseconds from 1 to a day. */
export const milliseconds = wholeNumber(1, 86_400_000);

export const port = wholeNumber(0, 65_535);

export const seed = wholeNumber(0, 0xffff_ffff);

export const percent = wholeNumber(0, 100);

/** One of a few words, whatever its case. */
export function oneOf<T extends string>(choices: readonly T[]): Form<T, T | Lowercase<T>> {
  const shown = choices.map((choice) => choice.toLowerCase());
  const find = (given: string) => choices.find((choice) => choice.toLowerCase() === given.toLowerCase());
  const list = shown.length === 2 ? shown.join(' or ') : `one of ${shown.join(', ')}`;
  return { ...textForm(list, find), schema: { enum: shown }, choices: shown };
}

/** An http or https address, read without trailing slashes. */
export function address(example: string): Form<string> {
  return textForm(
    `an http or https address such as ${example}`,
    (given) => (isAddress(given) ? given.replace(/\/+$/, '') : undefined),
    { pattern: '^https?://' },
  );
}

/** The same, to which paths are added: without query and fragment. */
export function baseAddress(example: string): Form<string> {
  return textForm(
    `an http or https address without query and fragment, such as ${example}`,
    (given) => (isAddress(given) && !/[?#]/.test(given) ? given.replace(/\/+$/, '') : undefined),
    { pattern: '^https?://[^?#]+$' },
  );
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** A host name or address, as it stands in a Host header. */
export const host: Form<string> = textForm(
  'a host name without scheme and port such as mock.test',
  (given) =>
    /^([a-z\d._-]{1,253}|[\da-f:.]{2,45}|\[[\da-f:.]{2,45}\])$/i.test(given) && !/^[^:]+:\d+$/.test(given)
      ? given
      : undefined,
);

/** A point of time. */
export const time: Form<string> = textForm(
  'an ISO 8601 time with zone such as 2026-01-01T00:00:00Z',
  (given) =>
    /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(given) && !Number.isNaN(Date.parse(given))
      ? given
      : undefined,
);

/** A name and its value. */
export type Pair = readonly [name: string, value: string];

/** `X-Tenant: acme`; headers are a map in a program and a file. */
export const header: Form<Pair> = pairForm(
  "a name, a colon and a value such as 'X-Tenant: acme'",
  /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\x20-\x7e]*)$/,
);

/** `basicAuth=user:password`; credentials are a map in a program and a file. */
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
