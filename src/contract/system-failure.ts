const sentences: Readonly<Record<string, string>> = {
  EACCES: 'there is no permission',
  EPERM: 'there is no permission',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is not a folder',
  EMFILE: 'too many files are open (ulimit -n sets how many may be)',
};

/** Why a file could not be read or written, without a full stop: half a sentence for what the system calls ENOSPC. */
export function systemFailure(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { code = '' } = cause as NodeJS.ErrnoException;
  return sentences[code] ?? cause.message.replace(/\.$/, '');
}
