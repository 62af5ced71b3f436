/**
 * The TypeScript type of the values that a JSON Schema accepts, so that a schema written `as const` is the one statement
 * of both. It knows the keywords that the schema of scenario files uses: `$ref`, `enum`, `type` (also a list of types),
 * `properties` with `required`, `additionalProperties`, `items`, and `then` for the text of a value that may be a text.
 *
 * @template Defs what `#/$defs/` references lead to, by name
 */
export type ValueOf<Schema, Defs = object> = Schema extends { readonly $ref: `#/$defs/${infer Name}` }
  ? Name extends keyof Defs
    ? ValueOf<Defs[Name], Defs>
    : unknown
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly type: infer Type }
      ? ValueOfType<Type extends readonly (infer One)[] ? One : Type, Schema, Defs>
      : unknown;

type ValueOfType<Type, Schema, Defs> = Type extends 'string'
  ? Schema extends { readonly then: infer Text }
    ? ValueOf<Text, Defs>
    : string
  : Type extends 'integer' | 'number'
    ? number
    : Type extends 'boolean'
      ? boolean
      : Type extends 'array'
        ? Schema extends { readonly items: infer Items }
          ? ValueOf<Items, Defs>[]
          : unknown[]
        : Type extends 'object'
          ? ObjectOf<Schema, Defs>
          : never;

type ObjectOf<Schema, Defs> = Schema extends { readonly properties: infer Properties }
  ? FieldsOf<Properties, Schema extends { readonly required: readonly (infer Name)[] } ? Name : never, Defs>
  : Schema extends { readonly additionalProperties: infer Value }
    ? Record<string, ValueOf<Value, Defs>>
    : Record<string, unknown>;

/** One mapped type for the required and one for the others, merged so that editors show plain fields. */
type FieldsOf<Properties, Required, Defs> = Merged<
  { [Name in keyof Properties as Name extends Required ? Name : never]: ValueOf<Properties[Name], Defs> } & {
    [Name in keyof Properties as Name extends Required ? never : Name]?: ValueOf<Properties[Name], Defs>;
  }
>;

type Merged<Fields> = { [Name in keyof Fields]: Fields[Name] };
