/** A glob as a test: `*` matches within a segment, `**` across, `?` one character; everything else is itself. */
export function glob(pattern: string): (text: string) => boolean {
  const source = pattern.replace(/\*\*|[*?]|[.+^${}()|[\]\\]/g, (token) => {
    if (token === '**') return '.*';
    if (token === '*') return '[^/]*';
    return token === '?' ? '[^/]' : `\\${token}`;
  });
  const expression = new RegExp(`^${source}$`, 'i');
  return (text) => expression.test(text);
}
