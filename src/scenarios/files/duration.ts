/** `300ms` → 300, `2s` → 2000; the schema has accepted the text. */
export function millisecondsOf(duration: string): number {
  const number = Number.parseFloat(duration);
  return duration.endsWith('ms') ? number : number * 1000;
}
