/** Meanings of error codes of system calls on files. */
const files: Readonly<Record<string, string>> = {
  EACCES: 'there is no permission',
  EPERM: 'there is no permission',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is not a folder',
  EMFILE: 'too many files are open (ulimit -n sets how many may be)',
};

/** Meanings where a server can't listen. */
const listening: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use; choose another with --port, where 0 is any free one',
  EACCES: 'there is no permission; ports below 1024 belong to the administrator',
  EADDRNOTAVAIL: 'this machine has no such address; choose another with --host',
  ENOTFOUND: 'the host is not known; choose another with --host',
};

/**
 * Says why a file could not be read or written: half a sentence without a full stop, such as `the disk is full` for ENOSPC.
 *
 * @param expected what was to be opened
 */
export function systemFailure(cause: unknown, expected = 'file or folder'): string {
  const { code = '', message = String(cause) } = Object(cause) as Partial<NodeJS.ErrnoException>;
  if (code === 'ENOENT') return `there is no such ${expected}`;
  return files[code] ?? message.replace(/\.$/, '');
}

/** Says why a server can't listen, as half a sentence; undefined for a failure of anything else. */
export function listenFailure(cause: unknown): string | undefined {
  const { code = '', syscall } = cause as NodeJS.ErrnoException;
  return syscall === 'listen' || syscall === 'getaddrinfo' ? listening[code] : undefined;
}
