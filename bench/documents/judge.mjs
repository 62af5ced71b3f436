/**
 * Judges if responses are what a document describes, by nothing of the mock: by jsonschema-rs where bench/.venv has it, else by an Ajv
 * of its own.
 */
import { createRequire } from 'node:module';
import { hasRustValidator, rustValidator } from './rust-validator.mjs';
import { loadModules } from '../../src/build/load-modules.mjs';

const { isJsonMediaType, responseFor } = await loadModules('judge', 'contract/operations.ts');
const require = createRequire(import.meta.url);
const { Ajv2020 } = require('ajv/dist/2020.js');
const addFormats = require('ajv-formats');

/** A response travels without the `writeOnly` properties, so it need not have them (OpenAPI 3.0.3, Schema Object). */
function withoutWriteOnly(document) {
  const copy = structuredClone(document);
  const isWriteOnly = (schema, depth = 0) => {
    if (typeof schema !== 'object' || schema === null || depth > 9) return false;
    const target = typeof schema.$ref === 'string' ? at(copy, schema.$ref) : undefined;
    return (
      schema.writeOnly === true ||
      isWriteOnly(target, depth + 1) ||
      (schema.allOf ?? []).some?.((part) => isWriteOnly(part, depth + 1))
    );
  };
  /** The schemas of a property, also in what a schema is put together of. */
  const propertiesOf = (schema, name, depth = 0) => {
    if (typeof schema !== 'object' || schema === null || depth > 9) return [];
    const parts = [...(schema.allOf ?? []), typeof schema.$ref === 'string' ? at(copy, schema.$ref) : {}];
    const own = Object.hasOwn(schema.properties ?? {}, name) ? [schema.properties[name]] : [];
    return [...own, ...parts.flatMap((part) => propertiesOf(part, name, depth + 1))];
  };
  const seen = new Set();
  const visit = (value, key) => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    // Ajv would take an $id in an example for that of a schema.
    if (key !== 'properties') for (const data of ['example', 'examples']) delete value[data];
    if (Array.isArray(value.required))
      value.required = value.required.filter(
        (name) => !propertiesOf(value, name).some((property) => isWriteOnly(property)),
      );
    for (const [name, child] of Object.entries(value)) visit(child, name);
  };
  visit(copy);
  return copy;
}

const at = (root, reference) =>
  reference
    .slice(2)
    .split('/')
    .reduce(
      (value, segment) => value?.[decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')],
      root,
    );

/** The name of the validator that judges. */
export const validatorName = hasRustValidator ? 'jsonschema-rs' : 'Ajv';

/** @returns {(operation: any, response: { status: number, type: string, text: string }) => string | Promise<string>} `valid`, or what is wrong */
export function judgeOf({ document }) {
  const judgeBody = hasRustValidator ? byRust(document) : byAjv(document);
  return (operation, { status, type, text }) => {
    const response = responseFor(operation, status);
    if (!response) return `status ${status} is not documented`;
    const content = response.value.content ?? {};
    const essence = type.split(';', 1)[0].trim().toLowerCase();
    const names = Object.keys(content);
    if (names.length === 0 || [204, 205, 304].includes(status))
      return text === '' ? 'valid' : 'a body that is not documented';
    const name =
      names.find((one) => one.split(';', 1)[0].trim().toLowerCase() === essence) ??
      names.find((one) => one.includes('*'));
    if (name === undefined) return `type ${type || 'nothing'} is not documented`;
    if (!isJsonMediaType(type) || content[name].schema === undefined) return 'valid';
    return judgeBody(
      `${response.pointer}/content/${name.replaceAll('~', '~0').replaceAll('/', '~1')}/schema`,
      text,
    );
  };
}

function byRust(document) {
  const problemOf = rustValidator(withoutWriteOnly(document));
  return async (pointer, text) => (await problemOf(pointer, text)) ?? 'valid';
}

function byAjv(document) {
  const ajv = new Ajv2020({
    ...{ strict: false, validateSchema: false, logger: false, inlineRefs: false },
    code: { regExp: Object.assign(pattern, { code: 'new RegExp' }) },
  });
  addFormats(ajv);
  for (const format of ['password', 'binary', 'byte']) ajv.addFormat(format, true);
  ajv.addSchema(withoutWriteOnly(document), 'https://document.invalid/', false, false);
  return (pointer, text) => judgeJson(ajv, pointer, text);
}

function judgeJson(ajv, pointer, text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return 'no JSON';
  }
  let validate;
  try {
    const $ref = `https://document.invalid/#${pointer.split('/').map(encodeURIComponent).join('/')}`;
    validate = ajv.compile({ $ref });
  } catch {
    // A schema that no validator can compile says nothing.
    return 'valid';
  }
  if (validate(value)) return 'valid';
  const [{ instancePath, message } = {}] = validate.errors ?? [];
  return `${instancePath || 'body'} ${message}`;
}

/** Patterns of other documents may be right only without the flag u, or be none. */
function pattern(source) {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags);
    } catch {
      // The next one.
    }
  }
  return { test: () => true };
}
