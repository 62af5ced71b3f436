import type { ServerObject } from '../openapi.js';

type Variable = NonNullable<ServerObject['variables']>[string];
type ValuesOf = (variable: Variable) => readonly unknown[];

const atDefault: ValuesOf = (variable) => [variable.default];

/** Paths that the values of a server's variables may make together. */
const maxCombinations = 50;

/** Stands for any value while an address is read. */
const anyValue = 'drydock-any-value';

/** The path prefixes of servers, variables at their defaults, without a trailing slash; `''` is the root. */
export function defaultPathsOf(servers: readonly ServerObject[] | undefined): string[] {
  return distinct(urlsOf(servers, atDefault).map(pathOf));
}

/**
 * As `defaultPathsOf`, followed by the paths that other values of the variables make: those of an `enum`, or else any
 * one, which `{}` stands for.
 */
export function basePathsOf(servers: readonly ServerObject[] | undefined): string[] {
  return distinct([...defaultPathsOf(servers), ...urlsOf(servers, otherValues).map(pathOf)]);
}

/** The origins of servers with whole addresses, such as `https://api.example.com`, variables at their defaults. */
export function originsOf(servers: readonly ServerObject[] | undefined): string[] {
  const origins = urlsOf(servers, atDefault).flatMap((url) =>
    URL.canParse(url) ? [new URL(url).origin] : [],
  );
  return [...new Set(origins)].filter((origin) => origin !== 'null');
}

/**
 * The whole addresses of servers, such as `https://{}.example.com/v2`, without a trailing slash: variables at their defaults
 * and at their other values, as for `basePathsOf`.
 */
export function addressesOf(servers: readonly ServerObject[] | undefined): string[] {
  const urls = [...urlsOf(servers, atDefault), ...urlsOf(servers, otherValues)];
  const whole = urls.filter((url) => /^https?:\/\/[^/]/i.test(url) && URL.canParse(url));
  return [...new Set(whole)].map((url) => {
    const { origin, pathname } = new URL(url);
    return (origin + pathname).replace(/\/+$/, '').replaceAll(anyValue, '{}');
  });
}

function otherValues({ enum: values, default: value }: Variable): readonly unknown[] {
  if (Array.isArray(values)) return values;
  // A default with a slash or a colon is a whole address, or several segments.
  return /^[\w.~-]*$/.test(value) ? [anyValue] : [value];
}

/** The entries of a list of servers that are one. */
export function serversIn(servers: unknown): ServerObject[] {
  if (!Array.isArray(servers)) return [];
  return (servers as ServerObject[]).filter(
    (server) => typeof (Object(server) as ServerObject).url === 'string',
  );
}

function distinct(paths: readonly string[]): string[] {
  return paths.length === 0 ? [''] : [...new Set(paths)];
}

function urlsOf(servers: readonly ServerObject[] | undefined, valuesOf: ValuesOf): string[] {
  return serversIn(servers).flatMap((server) => urlsAt(server, valuesOf));
}

function urlsAt({ url, variables }: ServerObject, valuesOf: ValuesOf): string[] {
  const names = new Set([...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name));
  let urls = [url];
  for (const name of names) {
    const variable = (Object(variables) as Record<string, Variable | undefined>)[name];
    const values = variable ? valuesOf(variable) : [name];
    urls = urls.flatMap((one) => values.map((value) => one.replaceAll(`{${name}}`, () => String(value))));
    urls = urls.slice(0, maxCombinations);
  }
  return urls;
}

/** A relative address starts at the document (OpenAPI 3.1, Server Object), which is served from the root. */
function pathOf(url: string): string {
  const path = URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost').pathname : '/';
  return path.replace(/\/+$/, '').replaceAll(anyValue, '{}');
}
