/** `/pets/{petId}` is `/pets` and petId; an extension stays, as in `/Calls/{Sid}.json`. Undefined for other paths. */
export function splitPath(path: string) {
  const [, collection = '', parameter = '', extension = ''] =
    /^(.*[^/{}]|.*\})\/\{([^{}/]+)\}(\.[a-z]+|\/)?$/.exec(path) ?? [];
  if (parameter === '') return undefined;
  return { collection: collection + extension, parameter };
}

export function itemPath(collection: string, parameter: string): string {
  const [, start = collection, extension = ''] = /^(.*?)(\.[a-z]+|\/)?$/.exec(collection) ?? [];
  return `${start}/{${parameter}}${extension}`;
}

/** A path by which two are the same whatever their parameters are called, and with a slash at the end or without. */
export function pathKey(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}').replace(/(?<=.)\/$/, '');
}

export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
}

/** The last fixed segment of a path, without its extension: `pets`. */
export function lastName(path: string): string {
  return (
    path
      .split('/')
      .findLast((segment) => segment !== '' && !segment.includes('{'))
      ?.replace(/\.[a-z]+$/, '') ?? ''
  );
}

/** Two names are the same whatever their case and separators. */
export function plainName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
}

/** `categories` is `category`, as far as the letters show. */
export function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  if (/(ss|sh|ch|x|z|us)es$/.test(name)) return name.slice(0, -2);
  return name.endsWith('s') && !name.endsWith('ss') ? name.slice(0, -1) : name;
}
