/** Year, and what says the day in it: month and day, a day of the year, or a week and its day. With dashes or without. */
const date =
  /^(?<year>\d{4}|[+-]\d{5,6})(?:-(?<month>\d\d)-(?<day>\d\d)|-(?<ordinal>\d{3})|-W(?<week>\d\d)-(?<weekday>[1-7]))$/;
const basicDate =
  /^(?<year>\d{4})(?:(?<month>\d\d)(?<day>\d\d)|(?<ordinal>\d{3})|W(?<week>\d\d)(?<weekday>[1-7]))$/;
/** Hours, minutes and seconds, of which the last may have a fraction and the rest may be missing; with colons or without. */
const time = /^(?<hour>\d\d)(?::(?<minute>\d\d)(?::(?<second>\d\d))?)?(?<fraction>[.,]\d+)?$/;
const basicTime = /^(?<hour>\d\d)(?:(?<minute>\d\d)(?<second>\d\d)?)?(?<fraction>[.,]\d+)?$/;
const utc = /(?:[Zz]|[+-]00(?::?00)?)$/;

type Parts = Partial<Record<string, string>>;

/**
 * Returns whether a text is a date-time in UTC in one of the forms of ISO 8601: basic or extended, not both in one, by calendar date,
 * week date or day of the year, with reduced precision and fractions; and names a moment that exists.
 */
export function isUtcDateTime(text: string): boolean {
  const zone = utc.exec(text)?.[0];
  if (zone === undefined) return false;
  const [day, clock, ...rest] = text.slice(0, -zone.length).split(/[Tt]/);
  if (day === undefined || clock === undefined || rest.length > 0) return false;
  return (
    isMoment(date.exec(day)?.groups, time.exec(clock)?.groups) ||
    isMoment(basicDate.exec(day)?.groups, basicTime.exec(clock)?.groups)
  );
}

function isMoment(day: Parts | undefined, clock: Parts | undefined): boolean {
  return day !== undefined && clock !== undefined && isDay(day) && isTime(clock);
}

function isDay({ year, month, day, ordinal, week }: Parts): boolean {
  if (ordinal !== undefined) return Number(ordinal) >= 1 && Number(ordinal) <= daysOf(Number(year));
  if (week !== undefined) return Number(week) >= 1 && Number(week) <= 53;
  const moment = new Date(0);
  moment.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return moment.getUTCMonth() === Number(month) - 1 && moment.getUTCDate() === Number(day);
}

function daysOf(year: number): number {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 366 : 365;
}

/** 24 is the end of a day, 60 a leap second. */
function isTime({ hour, minute = '0', second = '0', fraction }: Parts): boolean {
  const isEnd =
    Number(hour) === 24 && Number(minute) === 0 && Number(second) === 0 && !/[1-9]/.test(fraction ?? '');
  return isEnd || (Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60);
}
