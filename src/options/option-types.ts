/** The types of options, inferred from the rows of their table. The comment of a row is the one that an editor shows. */
import type { Form } from './forms/forms.js';
import type { NamedOptions } from './option.js';

/** The value of a row as its form reads it. */
type ReadOne<Row> = Row extends { form: Form<infer Value, unknown> }
  ? Value
  : Row extends { value: string }
    ? string
    : boolean;

/** The value of a row as a program may give it. */
type GivenOne<Row> = Row extends { form: { given?: infer Value } } ? Value : ReadOne<Row>;

type Given<Row> = Row extends { help: string }
  ? Row extends { many: true }
    ? GivenOne<Row> | readonly GivenOne<Row>[]
    : GivenOne<Row>
  : GivenRows<Row>;

type Read<Row> = Row extends { help: string }
  ? Row extends { many: true }
    ? readonly ReadOne<Row>[]
    : ReadOne<Row>
  : ReadRows<Row>;

type GivenRows<Rows> = { readonly [Name in keyof Rows]?: Given<Rows[Name]> | undefined };

/** Groups, switches and rows with a default always have a value once they are read. */
export type ReadRows<Rows> = {
  readonly [Name in keyof Pick<Rows, NamesWithDefault<Rows>>]: Read<Rows[Name]>;
} & {
  readonly [Name in keyof Omit<Rows, NamesWithDefault<Rows>>]?: Read<Rows[Name & keyof Rows]>;
};

type NamesWithDefault<Rows> = {
  [Name in keyof Rows]: Rows[Name] extends { help: string }
    ? Rows[Name] extends { default: unknown }
      ? Name
      : Rows[Name] extends { value: string }
        ? never
        : Name
    : Name;
}[keyof Rows];

/** The names that a program can give. */
type ProgramNames<Rows> = {
  [Name in keyof Rows]: Rows[Name] extends { elsewhere: string } ? never : Name;
}[keyof Rows];

type CoreNames<Rows> = {
  [Name in keyof Rows]: Rows[Name] extends { core: true } ? Name : never;
}[keyof Rows];

/** The options of a table as a program gives them. */
export type GivenOptions<Rows extends NamedOptions> = GivenRows<Pick<Rows, ProgramNames<Rows>>>;

/** The options of a table, checked and read, with their defaults. */
export type ReadOptions<Rows extends NamedOptions> = ReadRows<Pick<Rows, ProgramNames<Rows>>>;

/** The rows of a table that the core reads. */
export type CoreRows<Rows extends NamedOptions> = Pick<Rows, CoreNames<Rows>>;
