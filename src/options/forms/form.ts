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
