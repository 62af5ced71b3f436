/**
 * Decides on colours: FORCE_COLOR decides where it is set (`0` for none), then NO_COLOR, then whether it is a terminal.
 */
export function showsColor(isTerminal: boolean, { FORCE_COLOR, NO_COLOR, TERM }: NodeJS.ProcessEnv): boolean {
  if (FORCE_COLOR !== undefined) return !['0', 'false'].includes(FORCE_COLOR);
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  return isTerminal && TERM !== 'dumb';
}
