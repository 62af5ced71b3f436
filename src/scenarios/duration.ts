/** `300ms` → 300, `2s` → 2000; in a text that the schema of scenario files has accepted. */
export function millisecondsOf(duration: string): number {
  const number = Number.parseFloat(duration);
  return duration.endsWith('ms') ? number : number * 1000;
}
