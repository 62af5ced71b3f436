const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection is refused',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the host is not known',
  ETIMEDOUT: 'no answer',
};

/** Says in a few words, without address or password, why a connection to Redis failed. */
export function failureReason(cause: unknown): string {
  const { code = '', message = '' } = cause as { readonly code?: string; readonly message?: string };
  const known = reasons[code];
  if (known !== undefined) return known;
  if (/^(WRONGPASS|NOAUTH|ERR AUTH|NOPERM)/.test(message)) return 'it refuses the name or password';
  if (message.includes('DB index')) return 'it has no such database';
  if (/socket closed|client is (closed|offline)|disconnects/i.test(message)) return 'the connection was cut';
  return message === '' ? 'the connection broke' : message.slice(0, 200);
}
