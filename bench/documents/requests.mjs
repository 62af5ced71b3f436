/** One valid request for each operation of a document, made of its examples and schemas. */
/* global btoa, FormData, URLSearchParams */
import { loadModules } from '../../src/build/load-modules.mjs';

const { seededRandom, examplesOf, follow, jsonMediaType, ValueGenerator } = await loadModules(
  'requests',
  'contract/seeded-random.ts',
  'contract/operations.ts',
  'values/value-generator.ts',
);

export function requestMaker({ document }) {
  const generator = new ValueGenerator(document, 'request');
  const valueAt = (pointer, operation, name, example, wants = () => false) =>
    example !== undefined && generator.accepts(pointer, example)
      ? example
      : generator.generate(
          pointer,
          {
            ...{ random: seededRandom(operation.id, name), examples: 'accepted' },
            wants,
          },
          name,
        );
  return (operation) => {
    const query = [];
    const headers = {};
    let path = operation.path;
    for (const { pointer, value: parameter } of operation.parameters) {
      if (parameter.in !== 'path' && parameter.required !== true) continue;
      const [mediaType] = Object.keys(parameter.content ?? {});
      const at =
        mediaType === undefined ? `${pointer}/schema` : `${pointer}/content/${escaped(mediaType)}/schema`;
      const [example] = examplesOf(document, parameter).values();
      const value = valueAt(at, operation, parameter.name, example);
      const text = mediaType === undefined ? plain(value) : JSON.stringify(value);
      if (parameter.in === 'path')
        path = path.replace(`{${parameter.name}}`, encodeURIComponent(text === '' ? 'x' : text));
      else if (parameter.in === 'query') query.push(...queryPairs(parameter, value, text));
      else if (
        parameter.in === 'header' &&
        !/^(accept|content-type|content-length|host|authorization)$/i.test(parameter.name)
      )
        headers[parameter.name] = encodeURI(text);
      else if (parameter.in === 'cookie') headers.Cookie = `${parameter.name}=${encodeURIComponent(text)}`;
    }
    addCredential(document, operation, headers, query);
    const body = bodyOf(document, operation, headers, valueAt);
    const search = query
      .map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`)
      .join('&');
    // A fragment tells operations apart in the document alone.
    [path] = path.split('#', 1);
    const target = search === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${search}`;
    return { method: operation.method.toUpperCase(), target, headers, body };
  };
}

const escaped = (segment) => segment.replaceAll('~', '~0').replaceAll('/', '~1');

const plain = (value) =>
  Array.isArray(value) ? value.map(plain).join() : typeof value === 'string' ? value : JSON.stringify(value);

/** The forms that a required query parameter takes: exploded lists and objects unless the document says otherwise. */
function queryPairs({ name, style = 'form', explode = style === 'form', content }, value, text) {
  if (content === undefined && Array.isArray(value)) {
    const separator = { spaceDelimited: ' ', pipeDelimited: '|' }[style] ?? ',';
    return explode ? value.map((item) => [name, plain(item)]) : [[name, value.map(plain).join(separator)]];
  }
  if (content === undefined && typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, item]) => [key, plain(item)]);
    if (style === 'deepObject') return entries.map(([key, item]) => [`${name}[${key}]`, item]);
    return explode ? entries : [[name, entries.flat().join()]];
  }
  return [[name, text]];
}

/** The first credential that satisfies the operation, of the form that its scheme describes. */
function addCredential(document, { security }, headers, query) {
  for (const name of Object.keys(security[0] ?? {})) {
    const given = document.components?.securitySchemes?.[name];
    if (!given) continue;
    const scheme = follow(document, { pointer: '', value: given }).value;
    const key = 'a-key-of-some-length';
    if (scheme.type === 'apiKey' && scheme.in === 'query') query.push([scheme.name, key]);
    else if (scheme.type === 'apiKey' && scheme.in === 'cookie') headers.Cookie = `${scheme.name}=${key}`;
    else if (scheme.type === 'apiKey')
      headers[scheme.name] = /^authorization$/i.test(scheme.name) ? `Bearer ${key}` : key;
    else
      headers.Authorization = /basic/i.test(scheme.scheme ?? '')
        ? `Basic ${btoa(`someone:${key}`)}`
        : `Bearer ${key}`;
  }
}

function bodyOf(document, { requestBody, ...operation }, headers, valueAt) {
  const content = requestBody?.value.content;
  if (!content || Object.keys(content).length === 0) return undefined;
  const mediaType = jsonMediaType(content) ?? Object.keys(content)[0];
  const media = content[mediaType] ?? {};
  const [example] = examplesOf(document, media).values();
  const at = `${requestBody.pointer}/content/${escaped(mediaType)}/schema`;
  const least = valueAt(at, operation, '', example);
  // Nothing in a form stands for an empty list or object.
  const value = /form/i.test(mediaType) && !hasForm(least) ? fuller(least) : least;
  function fuller(least) {
    for (let share = 0.1; share < 1; share += 0.1) {
      const random = seededRandom(operation.id, String(share));
      const value = valueAt(at, operation, '', undefined, () => random() < share);
      if (hasForm(value)) return value;
    }
    return least;
  }
  // A range leaves the client to choose.
  const chosen =
    typeof value === 'object' && value !== null ? 'application/json' : 'application/octet-stream';
  headers['Content-Type'] = mediaType.includes('*') ? chosen : mediaType;
  if (/json/i.test(headers['Content-Type'])) return JSON.stringify(value);
  if (/x-www-form-urlencoded/i.test(mediaType)) return formOf(value).toString();
  if (/^multipart\//i.test(mediaType)) {
    const form = new FormData();
    for (const [name, field] of formOf(value)) form.append(name, field);
    delete headers['Content-Type'];
    return form;
  }
  return typeof value === 'string' && value !== '' ? value : 'x';
}

function hasForm(value) {
  if (typeof value !== 'object' || value === null) return true;
  const parts = Object.values(value);
  return parts.length > 0 && parts.every(hasForm);
}

function formOf(value) {
  const form = new URLSearchParams();
  const add = (name, field) => {
    if (Array.isArray(field))
      field.forEach((item, index) => add(typeof item === 'object' ? `${name}[${index}]` : name, item));
    else if (typeof field === 'object' && field !== null)
      for (const [key, inner] of Object.entries(field)) add(`${name}[${key}]`, inner);
    else form.append(name, plain(field));
  };
  if (typeof value === 'object' && value !== null)
    for (const [name, field] of Object.entries(value)) add(name, field);
  return form;
}
