import { OptionError } from './option-error.js';

/**
 * Loads modules behind which a package stands that an install may leave out.
 *
 * @param what what needs the package, such as "The option redis"
 * @throws OptionError when the package is not installed; it says how to install it
 */
export async function loadOptional<Modules>(
  what: string,
  name: string,
  load: () => Promise<Modules>,
): Promise<Modules> {
  try {
    return await load();
  } catch (cause) {
    if (!isMissing(cause, name)) throw cause;
    throw new OptionError(
      `${what} needs the package ${name}, which this installation left out: run \`npm install ${name}\`.`,
      { cause },
    );
  }
}

function isMissing(cause: unknown, name: string): boolean {
  const missing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND';
  return missing && cause.message.includes(`'${name}'`);
}
