/** Texts, numbers and times as the page writes them. */

const wholeNumber = new Intl.NumberFormat('en');
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** The time of day here, to the millisecond, such as `14:03:22.123`. @param iso ISO 8601 */
export function timeOfDay(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const [hours, minutes, seconds] = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits);
  return `${hours}:${minutes}:${seconds}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** A moment in UTC, to the second: `2026-01-01 00:00:00 UTC`. @param iso ISO 8601 */
export function instant(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

/** Date and time here, such as `2026-01-15 14:03:22.123`; whole seconds without milliseconds. */
export function dateTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const [month, day] = [date.getMonth() + 1, date.getDate()].map(twoDigits);
  return `${date.getFullYear()}-${month}-${day} ${timeOfDay(iso).replace(/\.000$/, '')}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** @param milliseconds of 0 or more */
export function duration(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

export function count(number: number): string {
  return wholeNumber.format(number);
}

/** An age in words, such as `3 min ago`. @param seconds of 0 or more */
export function ago(seconds: number): string {
  if (seconds < 10) return 'just now';
  if (seconds < 60) return `${Math.floor(seconds)} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${counted(Math.floor(seconds / 86_400), 'day')} ago`;
}

/** `1 request`, `2 requests`. */
export function counted(number: number, noun: string, plural = 's'): string {
  return `${count(number)} ${noun}${number === 1 ? '' : plural}`;
}

/** Units of a time by their seconds. */
const units = [
  [86_400, (days: number) => counted(days, 'day')],
  [3600, (hours: number) => `${hours} h`],
  [60, (minutes: number) => `${minutes} min`],
  [1, (seconds: number) => `${seconds} s`],
] as const;

/** `1 day 2 h ahead`, or `30 s behind`. @param limit how many units, the largest first */
export function aheadText(aheadSeconds: number, limit = 4): string {
  let left = Math.round(Math.abs(aheadSeconds));
  const parts = units.flatMap(([size, text]) => {
    const whole = Math.floor(left / size);
    left -= whole * size;
    return whole === 0 ? [] : [text(whole)];
  });
  return `${parts.slice(0, limit).join(' ') || '0 s'} ${aheadSeconds < 0 ? 'behind' : 'ahead'}`;
}

/** @param cents US cents */
export function money(cents: number): string {
  return dollars.format(cents / 100);
}

export function bytes(size: number): string {
  return size < 1024 ? `${size} B` : `${(size / 1024).toFixed(1)} KiB`;
}

/**
 * Makes what can't be seen visible: control characters (a terminal escape among them), marks that turn the direction of
 * writing, and characters of no width. What a client sent must be visible.
 */
export function visibleText(text: string): string {
  return text.replace(invisible, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    if (code === 0x7f) return '\u2421';
    return `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

// Tab and line breaks are layout, not disguise.
const invisible =
  /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb](?<![\t\n])/gu;

/** The value of a text that is JSON; undefined for any other. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
