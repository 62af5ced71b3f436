/** The fields that speak of one connection alone, and end where it ends (RFC 9110 section 7.6.1). */
const hopByHop: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'upgrade'],
  ...['proxy-authenticate', 'proxy-authorization', 'proxy-authentication-info'],
]);

/** Fields that a message can't do without, even where its Connection field names it. */
const indispensable: ReadonlySet<string> = new Set(['host', 'content-length']);

/**
 * The fields of a message that go on, as they were sent: order, case and repetitions. Those that Connection names stay behind.
 *
 * @param rawHeaders names and values in turn
 */
export function endToEnd(rawHeaders: readonly string[]): string[] {
  const listed = connectionOptions(rawHeaders);
  const kept: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const lower = name.toLowerCase();
    if (!hopByHop.has(lower) && !listed?.has(lower)) kept.push(name, rawHeaders[index + 1] ?? '');
  }
  return kept;
}

/** Undefined where Connection names no field. */
function connectionOptions(rawHeaders: readonly string[]): ReadonlySet<string> | undefined {
  let listed: Set<string> | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length !== 10 || rawHeaders[index]?.toLowerCase() !== 'connection') continue;
    for (const option of (rawHeaders[index + 1] ?? '').split(',')) {
      const name = option.trim().toLowerCase();
      if (name !== 'keep-alive' && name !== 'close' && !indispensable.has(name))
        (listed ??= new Set()).add(name);
    }
  }
  return listed;
}

/** The value of a field that stands once; the first, where it is repeated. @param lower in lower case */
export function fieldOf(rawHeaders: readonly string[], lower: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === lower.length && name.toLowerCase() === lower) return rawHeaders[index + 1];
  }
  return undefined;
}

/** Fields without some of them. @param lower their names in lower case */
export function withoutFields(fields: readonly string[], ...lower: readonly string[]): string[] {
  return fields.filter((_, index) => !lower.includes(fields[index - (index % 2)]?.toLowerCase() ?? ''));
}

/** Fields by name, as the first of each name writes it, with all values of the name. */
export function byName(fields: readonly string[]): [name: string, values: string[]][] {
  const found = new Map<string, [name: string, values: string[]]>();
  for (const [name, value] of pairs(fields)) {
    const known = found.get(name.toLowerCase());
    if (known) known[1].push(value);
    else found.set(name.toLowerCase(), [name, [value]]);
  }
  return [...found.values()];
}

/** Names and values in turn, as pairs. */
export function pairs(flat: readonly string[]): [name: string, value: string][] {
  const all: [name: string, value: string][] = [];
  for (let index = 0; index < flat.length; index += 2) all.push([flat[index] ?? '', flat[index + 1] ?? '']);
  return all;
}
