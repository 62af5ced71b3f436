import { getOrMake } from '../get-or-make.js';
import type { Ajv2020, KeywordCxt } from 'ajv/dist/2020.js';
import { createRequire } from 'node:module';
import type { CompilePattern } from '../patterns/document-patterns.js';
import { ajvFor, referenceTo } from './document-ajv.js';
import type { OneWayProperties } from './one-way-properties.js';
import type { CompilerFor, Variant } from './schema-compiler.js';

const require = createRequire(import.meta.url);

/**
 * Compiles schemas by Ajv, each when it is first needed.
 *
 * @param compilePattern how the patterns of a document that is not trusted are searched for
 */
export function ajvCompiler(compilePattern?: CompilePattern): CompilerFor {
  return (document) => {
    const ajvs = new Map<string, Ajv2020>();
    const ajvOf = ({ asText, optional }: Variant): Ajv2020 => {
      const ajv = ajvFor(document, { coerceTypes: asText && 'array', compilePattern });
      if (optional) relax(ajv, optional);
      return ajv;
    };
    return (pointer, variant) => {
      const key = `${variant.asText} ${variant.optional?.direction ?? ''}`;
      return getOrMake(ajvs, key, () => ajvOf(variant)).compile(schemaFor(pointer, variant));
    };
  };
}

/** The schema that a validator of a variant is compiled from. */
export function schemaFor(pointer: string, { asText }: Variant): object {
  const schema = { $ref: referenceTo(pointer) };
  return asText ? { properties: { value: schema } } : schema;
}

/** Makes a validator require only the names that are not exempt. */
export function relax(ajv: Ajv2020, optional: OneWayProperties): void {
  const { default: required } =
    require('ajv/dist/vocabularies/validation/required.js') as typeof import('ajv/dist/vocabularies/validation/required.js');
  ajv.removeKeyword('required');
  ajv.addKeyword({
    ...required,
    keyword: 'required',
    code: (context: KeywordCxt) => {
      const names = optional.exemptIn(context.parentSchema);
      const kept = (context.schema as string[]).filter((name) => !names?.has(name));
      if (kept.length > 0) required.code(Object.create(context, { schema: { value: kept } }) as KeywordCxt);
    },
  });
}
