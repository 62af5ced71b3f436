/** Says why a scenario's file, or whatever `what` is, can't have this name; undefined if it can. */
export function nameProblem(name: string, what = 'file'): string | undefined {
  if (name === 'normal') return `the name normal is taken: it switches scenarios off; rename the ${what}.`;
  if (/^status-\d+$/.test(name))
    return `the name ${name} is taken: the document gives it; rename the ${what}.`;
  if (/^[a-z0-9][a-z0-9-]{0,63}$/.test(name)) return undefined;
  return `the ${what}'s name must be 1 to 64 of a-z, 0-9 and -, for it is the scenario's name.`;
}
