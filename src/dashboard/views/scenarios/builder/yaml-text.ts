/** A JSON value as YAML that any reader takes for the same value; short lists and objects stand on one line. */
export function yamlText(value: object): string {
  return `${blockLines(value).join('\n')}\n`;
}

const lineLength = 60;

function blockLines(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => itemLines(item));
  return Object.entries(value as object).flatMap(([key, field]) => fieldLines(key, field));
}

function fieldLines(key: string, value: unknown): string[] {
  if (value === undefined) return [];
  const name = scalar(key);
  if (!isNested(value)) return [`${name}: ${inline(value)}`];
  return [`${name}:`, ...blockLines(value).map((line) => `  ${line}`)];
}

function itemLines(value: unknown): string[] {
  if (!isNested(value)) return [`- ${inline(value)}`];
  const [first = '', ...others] = blockLines(value);
  return [`- ${first}`, ...others.map((line) => `  ${line}`)];
}

function isNested(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return false;
  const isFlat = Object.values(value).every((one) => typeof one !== 'object' || one === null);
  return Array.isArray(value) ? !isFlat || inline(value).length > lineLength : true;
}

function inline(value: unknown): string {
  if (typeof value === 'string') return scalar(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  return JSON.stringify(value);
}

/** Without quotes only where the text can be nothing else; the strings of JSON are YAML's. */
function scalar(text: string): string {
  const isPlain =
    /^[A-Za-z][A-Za-z0-9 .'()_-]*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text);
  const isDuration = /^\d+(\.\d+)?(ms|s)$/.test(text);
  return (isPlain && text.trim() === text) || isDuration ? text : JSON.stringify(text);
}
