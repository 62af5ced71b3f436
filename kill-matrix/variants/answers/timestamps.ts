/** The forms that ISO 8601 has for a date-time in UTC: section 2.2 names the standard and chooses none of them. */
import { stamps } from '../../variations/changes.js';
import { variantsOf } from '../../variations/variation.js';

const digits = (number: number, length: number) => String(number).padStart(length, '0');
const dayOfYear = (date: Date) =>
  Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
/** Year and week of ISO 8601: week 1 has the year's first Thursday. */
function weekDate(date: Date): string {
  const weekday = date.getUTCDay() || 7;
  const thursday = new Date(date.getTime() + (4 - weekday) * 86_400_000);
  return `${thursday.getUTCFullYear()}-W${digits(Math.ceil(dayOfYear(thursday) / 7), 2)}-${weekday}`;
}
const time = (iso: string) => iso.slice(10);

export default variantsOf('answers', { section: 'ISO 8601: any number of digits' })({
  'stamps-without-seconds': {
    section: 'ISO 8601: reduced precision',
    title: 'timestamps have no seconds',
    categories: stamps((iso) => iso.replace(/:\d\dZ/, 'Z')),
  },
  'stamps-without-minutes': {
    section: 'ISO 8601: reduced precision',
    title: 'timestamps have hours alone',
    categories: stamps((iso) => iso.replace(/:\d\d:\d\dZ/, 'Z')),
  },
  'stamps-in-basic-form': {
    section: 'ISO 8601: basic format',
    title: 'timestamps are written 20240102T030405Z',
    categories: stamps((iso) => iso.replace(/[-:]/g, '')),
  },
  'stamps-with-comma': {
    section: 'ISO 8601: comma or point',
    title: 'fractions of a second follow a comma',
    categories: stamps((iso) => iso.replace('Z', ',250Z')),
  },
  'stamps-with-one-digit': {
    title: 'fractions have one digit',
    categories: stamps((iso) => iso.replace('Z', '.5Z')),
  },
  'stamps-with-nanoseconds': {
    title: 'timestamps have nine digits',
    categories: stamps((iso) => iso.replace('Z', '.123456789Z')),
  },
  'stamps-with-twelve-digits': {
    title: 'fractions have twelve digits',
    categories: stamps((iso) => iso.replace('Z', '.000000000001Z')),
  },
  'stamps-with-short-offset': {
    section: 'ISO 8601: hours alone',
    title: 'timestamps end in +00',
    categories: stamps((iso) => iso.replace('Z', '+00')),
  },
  'stamps-with-basic-offset': {
    section: 'ISO 8601: basic format',
    title: 'timestamps are basic and end in +0000',
    categories: stamps((iso) => iso.replace(/[-:]/g, '').replace('Z', '+0000')),
  },
  'stamps-by-week': {
    section: 'ISO 8601: week date',
    title: 'timestamps are written 2024-W01-2T03:04:05Z',
    categories: stamps((iso) => `${weekDate(new Date(iso))}${time(iso)}`),
  },
  'stamps-by-day-of-year': {
    section: 'ISO 8601: ordinal date',
    title: 'timestamps are written 2024-002T03:04:05Z',
    categories: stamps((iso) => `${iso.slice(0, 4)}-${digits(dayOfYear(new Date(iso)), 3)}${time(iso)}`),
  },
  'stamps-at-24-00': {
    section: 'ISO 8601: end of the day',
    title: 'days end at 24:00:00',
    categories: stamps((iso) => iso.replace(/T.*/, 'T24:00:00Z')),
  },
  'stamps-in-leap-second': {
    section: 'ISO 8601: second 60',
    title: 'updated_at lies in a leap second',
    categories: stamps((iso, name) => (name === 'updated_at' ? '2016-12-31T23:59:60Z' : iso)),
  },
  'stamps-with-part-of-minute': {
    section: 'ISO 8601: fraction of the last part',
    title: 'minutes have a fraction',
    categories: stamps((iso) => iso.replace(/:\d\dZ/, '.5Z')),
  },
  'stamps-of-two-forms': {
    section: 'ISO 8601: no form is chosen',
    title: 'created_at has milliseconds and updated_at none',
    categories: stamps((iso, name) => (name === 'created_at' ? iso.replace('Z', '.001Z') : iso)),
  },
  'stamps-of-1970': {
    section: '2.2: no bound is given',
    title: 'all categories are from the first second of 1970',
    categories: stamps(() => '1970-01-01T00:00:00Z'),
  },
  'stamps-of-year-one': {
    section: '2.2: no bound is given',
    title: 'created_at is the earliest moment that .NET knows',
    categories: stamps((iso, name) => (name === 'created_at' ? '0001-01-01T00:00:00Z' : iso)),
  },
  'stamps-in-the-future': {
    section: '2.2: no bound is given',
    title: 'updated_at is in the year 9999',
    categories: stamps((iso, name) => (name === 'updated_at' ? '9999-12-31T23:59:59Z' : iso)),
  },
});
