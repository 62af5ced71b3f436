/** Closes what the helpers of a test file have opened. Test files share these modules, so that a hook of a helper would run once. */
const closing: (() => unknown)[] = [];

/** Calls it when all tests of the file are done: what was opened last is closed first. */
export function afterFile(close: () => unknown): void {
  closing.push(close);
}

/** @throws Error with the failures of what could not be closed, after the rest is */
export async function closeAll(): Promise<void> {
  const errors: unknown[] = [];
  for (const close of closing.splice(0).toReversed()) {
    try {
      await close();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new Error('Not everything could be closed.', { cause: errors });
}
