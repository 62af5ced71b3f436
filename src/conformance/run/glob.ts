/** A test for a glob: `*` matches within a segment, `**` across segments, `?` one character; all else matches itself. */
export function glob(pattern: string): (text: string) => boolean {
  const source = pattern.replace(/\*\*|[*?]|[.+^${}()|[\]\\]/g, (token) => {
    if (token === '**') return '.*';
    if (token === '*') return '[^/]*';
    return token === '?' ? '[^/]' : `\\${token}`;
  });
  const expression = new RegExp(`^${source}$`, 'i');
  return (text) => expression.test(text);
}
