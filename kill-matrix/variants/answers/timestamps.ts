/** The forms that ISO 8601 has for a date-time in UTC: section 2.2 names the standard and chooses none of them. */
import { categories, each, on } from '../../variations/changes.js';
import { listCategories } from '../../variations/requests.js';
import type { Fields } from '../../reference-server/stages.js';
import { variationsOf, type Variation } from '../../variations/variation.js';

const write = variationsOf('answers');

/** The timestamps of categories in another form; `date` is the moment that they mean. */
function variant(
  id: string,
  section: string,
  title: string,
  form: (date: Date, iso: string, name: string) => string,
): Variation {
  const changed = (category: Fields, name: string) =>
    form(new Date(String(category[name])), String(category[name]), name);
  const apply = on(
    categories,
    each((category) => ({
      ...category,
      created_at: changed(category, 'created_at'),
      updated_at: changed(category, 'updated_at'),
    })),
  );
  return write(id, section, title, apply, listCategories);
}

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

export default [
  variant('stamps-without-seconds', 'ISO 8601: reduced precision', 'timestamps have no seconds', (_, iso) =>
    iso.replace(/:\d\dZ/, 'Z'),
  ),
  variant('stamps-without-minutes', 'ISO 8601: reduced precision', 'timestamps have hours alone', (_, iso) =>
    iso.replace(/:\d\d:\d\dZ/, 'Z'),
  ),
  variant(
    'stamps-in-basic-form',
    'ISO 8601: basic format',
    'timestamps are written 20240102T030405Z',
    (_, iso) => iso.replace(/[-:]/g, ''),
  ),
  variant('stamps-with-comma', 'ISO 8601: comma or point', 'fractions of a second follow a comma', (_, iso) =>
    iso.replace('Z', ',250Z'),
  ),
  variant('stamps-with-one-digit', 'ISO 8601: any number of digits', 'fractions have one digit', (_, iso) =>
    iso.replace('Z', '.5Z'),
  ),
  variant(
    'stamps-with-nanoseconds',
    'ISO 8601: any number of digits',
    'timestamps have nine digits',
    (_, iso) => iso.replace('Z', '.123456789Z'),
  ),
  variant(
    'stamps-with-twelve-digits',
    'ISO 8601: any number of digits',
    'fractions have twelve digits',
    (_, iso) => iso.replace('Z', '.000000000001Z'),
  ),
  variant('stamps-with-short-offset', 'ISO 8601: hours alone', 'timestamps end in +00', (_, iso) =>
    iso.replace('Z', '+00'),
  ),
  variant(
    'stamps-with-basic-offset',
    'ISO 8601: basic format',
    'timestamps are basic and end in +0000',
    (_, iso) => iso.replace(/[-:]/g, '').replace('Z', '+0000'),
  ),
  variant(
    'stamps-by-week',
    'ISO 8601: week date',
    'timestamps are written 2024-W01-2T03:04:05Z',
    (date, iso) => `${weekDate(date)}${time(iso)}`,
  ),
  variant(
    'stamps-by-day-of-year',
    'ISO 8601: ordinal date',
    'timestamps are written 2024-002T03:04:05Z',
    (date, iso) => `${date.getUTCFullYear()}-${digits(dayOfYear(date), 3)}${time(iso)}`,
  ),
  variant('stamps-at-24-00', 'ISO 8601: end of the day', 'days end at 24:00:00', (_, iso) =>
    iso.replace(/T.*/, 'T24:00:00Z'),
  ),
  variant(
    'stamps-in-leap-second',
    'ISO 8601: second 60',
    'updated_at lies in a leap second',
    (_, iso, name) => (name === 'updated_at' ? '2016-12-31T23:59:60Z' : iso),
  ),
  variant(
    'stamps-with-part-of-minute',
    'ISO 8601: fraction of the last part',
    'minutes have a fraction',
    (_, iso) => iso.replace(/:\d\dZ/, '.5Z'),
  ),
  variant(
    'stamps-of-two-forms',
    'ISO 8601: no form is chosen',
    'created_at has milliseconds and updated_at none',
    (_, iso, name) => (name === 'created_at' ? iso.replace('Z', '.001Z') : iso),
  ),
  variant(
    'stamps-of-1970',
    '2.2: no bound is given',
    'all categories are from the first second of 1970',
    () => '1970-01-01T00:00:00Z',
  ),
  variant(
    'stamps-of-year-one',
    '2.2: no bound is given',
    'created_at is the earliest moment that .NET knows',
    (_, iso, name) => (name === 'created_at' ? '0001-01-01T00:00:00Z' : iso),
  ),
  variant(
    'stamps-in-the-future',
    '2.2: no bound is given',
    'updated_at is in the year 9999',
    (_, iso, name) => (name === 'updated_at' ? '9999-12-31T23:59:59Z' : iso),
  ),
];
