/**
 * A path template such as `/files/{name}.json` or `/v1/{name}:{verb}`. A parameter is one or more characters within its
 * segment. Texts are searched for, never matched by a regular expression: a template of somebody else's document
 * takes linear time for any path.
 */
export class PathTemplate {
  /** Number of fixed characters: a template with more of them is more specific. */
  readonly fixedLength: number;
  /** Segments by their position: those without a parameter, and those with one. */
  private readonly fixed: readonly (readonly [number, string])[];
  private readonly open: readonly (readonly [number, Segment])[];

  /** @param path a parameter without a name, `{}`, matches any text and is not reported */
  constructor(path: string) {
    const segments = [...path.split('/').map(readSegment).entries()];
    this.open = segments.filter(([, { names }]) => names.length > 0);
    this.fixed = segments.flatMap(([index, { texts, names }]) =>
      names.length > 0 ? [] : [[index, texts[0] ?? ''] as const],
    );
    this.fixedLength = path.replace(/\{[^{}]*\}/g, '').length;
  }

  /**
   * The parameters of a path, not decoded; undefined where it doesn't match.
   *
   * @param parts the path split at its slashes, as many as the template has
   */
  match(parts: readonly string[]): Record<string, string> | undefined {
    for (const [index, text] of this.fixed) if (parts[index] !== text) return undefined;
    const found: [string, string][] = [];
    for (const [index, segment] of this.open) {
      const values = valuesIn(segment, parts[index] ?? '');
      if (!values) return undefined;
      for (const [position, name] of segment.names.entries())
        if (name !== '') found.push([name, values[position] ?? '']);
    }
    return Object.fromEntries(found);
  }
}

/** A segment: `names` stand between `texts`, of which there is one more. */
interface Segment {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

function readSegment(segment: string): Segment {
  const parts = segment.split(/\{([^{}]*)\}/);
  return {
    texts: parts.filter((_, index) => index % 2 === 0),
    names: parts.filter((_, index) => index % 2 === 1),
  };
}

/** From the end, so that of `{name}:{verb}` the last colon separates. */
function valuesIn({ texts }: Segment, part: string): string[] | undefined {
  const [first = '', ...later] = texts;
  if (!part.startsWith(first) || !part.endsWith(later.at(-1) ?? '')) return undefined;
  let end = part.length - (later.at(-1) ?? '').length;
  const values: string[] = [];
  for (const text of later.slice(0, -1).reverse()) {
    const latest = end - 1 - text.length;
    const at = latest < 0 ? -1 : part.lastIndexOf(text, latest);
    if (at < 0) return undefined;
    values.push(part.slice(at + text.length, end));
    end = at;
  }
  if (end <= first.length) return undefined;
  return [...values, part.slice(first.length, end)].reverse();
}
