import { unsafeCharacters } from '../contract/printing/unsafe-characters.js';
import { withoutPasswords } from '../contract/printing/without-passwords.js';
import type { Terminal } from './command.js';

/** The colours and weights of our own lines; nothing hides a text or moves the cursor. */
const unsafeWithColor = new RegExp(`\\u001b\\[(?:[0-2]|3[0-7])m|[${unsafeCharacters}]`, 'gu');
const unsafe = new RegExp(`[${unsafeCharacters}]`, 'gu');

/**
 * The same output behind one filter: whatever a document, a recording, a target or a client brings into a line, no character reaches
 * the terminal that it obeys. They become escapes such as `\u001b`, which mean the same in JSON. Lines show no password of an address;
 * reports, which are written raw, have masks of their own.
 *
 * @param named gives each line on standard error the names that the user knows
 */
export function safeTerminal(terminal: Terminal, named = (line: string): string => line): Terminal {
  const { color } = terminal;
  const safe = (text: string): string => text.replace(color ? unsafeWithColor : unsafe, escaped);
  const safeLine = (line: string): string => safe(withoutPasswords(line));
  return {
    out: (line) => terminal.out(safeLine(line)),
    write: (text) => terminal.write(safe(text)),
    err: (line) => terminal.err(safeLine(named(line))),
    progress: (line) => terminal.progress(safeLine(line)),
    isTerminal: terminal.isTerminal,
    color,
    env: terminal.env,
    ask: terminal.ask,
    get stopped() {
      return terminal.stopped;
    },
  };
}

/** All unsafe characters have four hexadecimal digits. */
function escaped(found: string): string {
  return found.length > 1 ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
