/**
 * A text without the user and password of each address in it, for errors that repeat what was given. A password with a slash that is
 * not escaped ends at the last `@`.
 */
export function withoutPasswords(text: string): string {
  return text.replace(/:\/(?:(?!:\/)[^\s"<>])+/g, (address) => {
    const start = /^:\/+/.exec(address)?.[0].length ?? 0;
    const rest = address.slice(start);
    const authority = rest.split(/[/?#]/, 1)[0] ?? '';
    // No port follows the colon, so a password does.
    const isBroken = !authority.includes('@') && authority.includes(':') && !/:\d*$/.test(authority);
    const at = (isBroken ? rest : authority).lastIndexOf('@');
    return at === -1 ? address : `${address.slice(0, start)}***${rest.slice(at)}`;
  });
}
