import { Script, createContext } from 'node:vm';

/** A value takes milliseconds to make; a busy machine may need many times that. */
const deadlineMs = 1000;

/** A call that was stopped at its deadline. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/**
 * The same function, stopped after a second: V8 stops code only where a script has a timeout, so a constant script makes the
 * call. The function reaches it as an object, never as code.
 *
 * @param what it makes, for the error
 */
export function withinDeadline<Given extends unknown[], Made>(
  what: string,
  make: (...given: Given) => Made,
): (...given: Given) => Made {
  const place: { call?: () => Made } = {};
  const context = createContext(place);
  const script = new Script('call()');
  return (...given) => {
    place.call = () => make(...given);
    try {
      return script.runInContext(context, { timeout: deadlineMs }) as Made;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw cause;
      throw new DeadlineError(`${what} takes too long to make`, { cause });
    }
  };
}
