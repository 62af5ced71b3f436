/** The known names nearest to a mistyped one, nearest first; none that is too different. @param limit how many at most */
export function nearest(name: string, known: readonly string[], limit = 3): string[] {
  const typed = name.slice(0, 80).toLowerCase();
  const near = known
    .map((candidate) => ({ candidate, distance: distance(typed, candidate.toLowerCase()) }))
    .filter(({ candidate, distance: far }) => {
      // Otherwise a short word would be taken for a long name that shares a letter or two with it.
      const isLikeTyped = far <= Math.max(2, Math.floor(typed.length * 0.7));
      return isLikeTyped && far <= Math.max(2, Math.ceil(candidate.length / 2));
    })
    .sort((a, b) => a.distance - b.distance || a.candidate.localeCompare(b.candidate));
  // Beside a name that is one letter away, names that share half of their letters only distract.
  const farthest = (near[0]?.distance ?? 0) + 2;
  return near
    .filter((candidate) => candidate.distance <= farthest)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** A hint for a mistyped name: the nearest known one, or what else helps where none is near. */
export function didYouMean(name: string, known: readonly string[], otherwise: string): string {
  const [near] = nearest(name, known, 1);
  return near === undefined ? otherwise : `Did you mean ${near}?`;
}

/** The end of a sentence about an unknown name: the names that may have been meant, or else the other hint. */
export function suggestion(near: readonly string[], otherwise: string): string {
  return near.length > 0 ? `did you mean ${near.join(' or ')}?` : otherwise;
}

/** Levenshtein distance, but 1 where one name is a prefix of the other. */
function distance(a: string, b: string): number {
  if (a !== '' && (b.startsWith(a) || a.startsWith(b))) return 1;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
