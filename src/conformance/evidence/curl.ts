import { printfFormat, shellWord } from '../../contract/printing/shell-word.js';
import { unsafeCharacters } from '../../contract/printing/unsafe-characters.js';
import { requestHeader, type RequestParts } from '../cases/request.js';
import { ordinaryCodings } from '../cases/valid-request.js';
import type { WireForm } from '../cases/wire-form.js';
import { printableLine } from '../printable.js';
import type { ShellPiece } from './key-variables.js';

/** A longer body is cut, and a command says so; a shell would not accept it on one line either. */
const maxBody = 4000;

/** A header's name (RFC 9110 5.6.2). Others are never sent, and curl would read the headers from a file for `@NAME`. */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * The request as a command for any POSIX shell. Nothing of it is executed, whatever the document and the target put there.
 *
 * @param piecesOf a text of the address or a header without secrets, which a quote may split; one literal by default
 * @param request with a body without secrets
 * @param options of curl, by which it connects as the run does
 */
export function curlOf(
  url: string,
  request: RequestParts,
  piecesOf: (text: string) => readonly ShellPiece[] = (literal) => [{ literal }],
  options: readonly string[] = [],
): string {
  const word = (text: string): string => wordOf(piecesOf(text));
  const parts = ['curl', '-i', ...options.map(shellWord)];
  // curl expands brackets in addresses.
  if (/[[\]{}]/.test(url)) parts.push('--globoff');
  if (request.method === 'HEAD') parts.push('--head');
  else if (request.method !== 'GET') parts.push('-X', word(request.method));
  parts.push(...spelling(url, request.wire ?? {}, word), word(url));
  const { separator = ': ', padding = '' } = request.wire ?? {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (!token.test(name)) continue;
    if (name === 'Accept-Encoding' && value === ordinaryCodings) parts.push('--compressed');
    else parts.push('-H', word(value === '' ? `${name};` : `${name}${separator}${value}${padding}`));
  }
  // curl adds these where they are not given.
  for (const name of ['Accept', 'User-Agent'])
    if (requestHeader(request, name) === undefined) parts.push('-H', word(`${name}:`));
  const command = parts.join(' ');
  // On a line of its own, for not every shell takes a comment behind a command that is typed.
  if (request.bodyNotHeld !== undefined)
    return `# This command has no body: ${printableLine(request.bodyNotHeld)}\n${command}`;
  if (request.body === undefined) return command;
  const body = request.body.subarray(0, maxBody);
  const text = body.toString('utf8');
  const whole = isWord(body, text)
    ? `${command} --data-binary ${shellWord(text)}`
    : `printf ${printfFormat(body)} | ${command} --data-binary @-`;
  if (body.length === request.body.length) return whole;
  return `# This command has only the first ${maxBody} bytes of the request's body, which is longer.\n${whole}`;
}

/** One command that sends several requests on one connection, where each is a command of `curlOf` that reads no standard input. */
export function onOneConnection(commands: readonly string[]): string {
  if (!commands.every((command) => command.startsWith('curl '))) return commands.at(-1) ?? '';
  return commands
    .map((command, index) => (index === 0 ? command : command.replace('curl', '--next')))
    .join(' ');
}

/** The options by which curl spells a request so; it can't send two Host headers, nor choose its chunks. */
function spelling(url: string, form: WireForm, word: (text: string) => string): string[] {
  return [
    ...(form.target === 'absolute' ? ['--request-target', word(url)] : []),
    ...(form.target === 'verbatim' ? ['--path-as-is'] : []),
    ...(form.connection === undefined ? [] : ['-H', word(`Connection: ${form.connection}`)]),
    ...(form.version === '1.0' ? ['--http1.0'] : []),
    ...(form.chunks === undefined ? [] : ['-H', word('Transfer-Encoding: chunked')]),
    ...(form.hosts === 0 ? ['-H', word('Host:')] : []),
    ...(form.lines ?? []).flatMap((line) => ['-H', word(line)]),
  ];
}

/** One word of the shell. */
function wordOf(pieces: readonly ShellPiece[]): string {
  const [last] = pieces.slice(-1);
  const start = pieces.slice(0, -1);
  const isPlain = start.every((piece) => 'literal' in piece && /^[\w .:,/?&=-]+$/.test(piece.literal));
  if (last && 'expansion' in last && isPlain)
    return `"${start.map((piece) => ('literal' in piece ? piece.literal : '')).join('')}${last.expansion}"`;
  return pieces.map(quoted).join('');
}

/** Quoted pieces side by side are one word. */
function quoted(piece: ShellPiece): string {
  // A shell splits what is not quoted. No line feed can be sent there, and reports indent lines.
  return 'expansion' in piece ? `"${piece.expansion}"` : shellWord(piece.literal.replaceAll('\n', '\\n'));
}

/** A body as text; a long one is cut, and its size is added. */
export function bodyText(body: Buffer): string {
  const text = body.toString('utf8');
  return text.length > maxBody ? `${text.slice(0, maxBody)}… (${body.length} bytes)` : text;
}

/** Returns whether a body can be an argument of curl, which reads a file where one begins with `@`, on one line. */
function isWord(body: Buffer, text: string): boolean {
  if (text.startsWith('@') || unprintable.test(text)) return false;
  return Buffer.from(text).equals(body);
}

const unprintable = new RegExp(`[\\n\\t${unsafeCharacters}]`, 'u');
