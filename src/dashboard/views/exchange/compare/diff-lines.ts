/** One line of a comparison; undefined on the side that doesn't have it. */
export interface DiffLine {
  readonly one: string | undefined;
  readonly other: string | undefined;
}

/** Beyond so many cells of the table, lines are compared by their places: the table would take seconds. */
const maxCells = 4_000_000;

/** Two texts line by line: lines that both have stand beside each other, and changed ones too. */
export function diffLines(one: string, other: string): readonly DiffLine[] {
  const [a, b] = [one === '' ? [] : one.split('\n'), other === '' ? [] : other.split('\n')];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const both = (lines: readonly string[]): DiffLine[] => lines.map((line) => ({ one: line, other: line }));
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const middle = left.length * right.length > maxCells ? byPlace(left, right) : byLongestCommon(left, right);
  return [...both(a.slice(0, start)), ...middle, ...both(a.slice(a.length - end))];
}

function byPlace(a: readonly string[], b: readonly string[]): DiffLine[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, index) => ({
    one: a[index],
    other: b[index],
  }));
}

/** By the longest common subsequence; what changed between two common lines stands side by side. */
function byLongestCommon(a: readonly string[], b: readonly string[]): DiffLine[] {
  const width = b.length + 1;
  const common = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        a[i] === b[j]
          ? 1 + (common[(i + 1) * width + j + 1] ?? 0)
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0);
  const lines: DiffLine[] = [];
  let [removed, added]: [string[], string[]] = [[], []];
  const settle = (): void => {
    lines.push(...byPlace(removed, added));
    [removed, added] = [[], []];
  };
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      settle();
      lines.push({ one: a[i], other: b[j] });
      i += 1;
      j += 1;
    } else if (
      j >= b.length ||
      (i < a.length && (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))
    ) {
      removed.push(a[i] ?? '');
      i += 1;
    } else {
      added.push(b[j] ?? '');
      j += 1;
    }
  }
  settle();
  return lines;
}
