import { unsafeCharacters } from './unsafe-characters.js';

/** A tab that is pasted completes a file name. */
const unsafe = new RegExp(`[\\t${unsafeCharacters}]`, 'u');

/**
 * A text as one word of a POSIX shell, which executes nothing of it, whatever it contains. Characters that a terminal may
 * obey are written as octal escapes, which the shell turns back. A word can't contain NUL: it ends there.
 */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (!unsafe.test(text)) return quoted(text);
  // A command substitution drops line feeds at its end.
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  const ending = end < text.length ? quoted(text.slice(end)) : '';
  return `"$(printf ${printfFormat(new TextEncoder().encode(text.slice(0, end)))})"${ending}`;
}

/** A quoted format for `printf` that writes exactly these bytes. */
export function printfFormat(bytes: Uint8Array): string {
  const written = Array.from(bytes, (byte, index) => {
    const character = String.fromCharCode(byte);
    if (character === '%') return '%%';
    if (character === '\\') return '\\\\';
    // A minus in front would begin an option.
    const isPlain = byte >= 0x20 && byte < 0x7f && !(index === 0 && character === '-');
    return isPlain ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return quoted(written.join(''));
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
