const form =
  /^P(?:(?<years>\d+)Y)?(?:(?<months>\d+)M)?(?:(?<weeks>\d+)W)?(?:(?<days>\d+)D)?(?:T(?:(?<hours>\d+)H)?(?:(?<minutes>\d+)M)?(?:(?<seconds>\d+(?:\.\d+)?)S)?)?$/;

/**
 * A time moved on by an ISO 8601 duration, in UTC. A month ends where the next one does: January 31 and a month is the last of
 * February.
 *
 * @param from milliseconds since 1970
 * @returns milliseconds since 1970; NaN for a text that is no duration and for a time that no date can have
 */
export function advancedTime(from: number, duration: string): number {
  const parts = form.exec(duration)?.groups;
  if (!parts) return NaN;
  const part = (name: string): number => Number(parts[name] ?? 0);
  const date = new Date(from);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCFullYear(date.getUTCFullYear() + part('years'), date.getUTCMonth() + part('months'));
  date.setUTCDate(Math.min(day, daysInMonth(date)));
  const days = part('weeks') * 7 + part('days');
  const seconds = ((days * 24 + part('hours')) * 60 + part('minutes')) * 60 + part('seconds');
  return new Date(date.getTime() + Math.round(seconds * 1000)).getTime();
}

function daysInMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}
