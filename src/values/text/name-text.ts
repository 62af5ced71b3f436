/** Words of which believable texts are made, and the small texts that others contain. Nobody and nothing real is meant. */
import { randomElement, randomInteger, type Random } from '../../contract/seeded-random.js';

const words = (text: string): readonly string[] => text.split(' ');

const firstNames = words('Ana Ben Chloe David Elena Farid Grace Hugo Ines Jonas');
const lastNames = words('Silva Novak Martin Okafor Weber Rossi Tanaka Larsen');
const companies = ['Northwind', 'Harbour & Sons', 'Lakeside Works', 'Blue Pier', 'Old Mill'] as const;
const cities = ['Lisbon', 'Hamburg', 'Chicago', 'Dhaka', 'Osaka', 'Nairobi', 'Lyon'] as const;
const streets = ['12 Harbour Street', '7 Mill Lane', '350 Station Road', '21 Park Avenue'] as const;
const things = words('lamp chair notebook kettle compass basket anchor bicycle');
const qualities = words('small green quiet sturdy bright plain early northern');
const sentences = [
  'A short text that says what this is.',
  'Made for everyday use.',
  'Kept simple on purpose.',
  'Ready when you are.',
] as const;

/** Such as `quiet-compass`. */
export function slugText(random: Random): string {
  return `${randomElement(random, qualities)}-${randomElement(random, things)}`;
}

function personName(random: Random): string {
  return `${randomElement(random, firstNames)} ${randomElement(random, lastNames)}`;
}

function userName(random: Random): string {
  return `${randomElement(random, firstNames)}.${randomElement(random, lastNames)}`.toLowerCase();
}

/** An address at a domain that RFC 2606 reserves. */
export function emailText(random: Random): string {
  return `${userName(random)}@example.com`;
}

export function hostText(random: Random): string {
  return `${randomElement(random, things)}.example.com`;
}

export function urlText(random: Random): string {
  return `https://example.com/${slugText(random)}`;
}

export function hexText(random: Random, digits: number): string {
  return Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
}

/** Lower-case letters and digits, a letter first. */
function codeText(random: Random, length: number): string {
  const rest = Array.from({ length: length - 1 }, () => Math.floor(random() * 36).toString(36)).join('');
  return `${String.fromCharCode(97 + Math.floor(random() * 26))}${rest}`;
}

/** A version 4 UUID (RFC 9562). */
export function uuidText(random: Random): string {
  const hex = (digits: number): string => hexText(random, digits);
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
}

/** A moment of the years 2024 and 2025, UTC, to the second. */
export function momentText(random: Random): string {
  const time = Date.UTC(2024, 0, 1) + Math.floor(random() * 63_072_000) * 1_000;
  return new Date(time).toISOString().replace('.000', '');
}

/** Texts that the last words of a property's name suggest; the first that fits counts. */
const meanings: readonly (readonly [RegExp, (random: Random) => string])[] = [
  [/e_?mail(_address)?$/, emailText],
  [/uuid$|guid$/, uuidText],
  [/(first|given)_?name$/, (random) => randomElement(random, firstNames)],
  [/(last|family|sur)_?name$/, (random) => randomElement(random, lastNames)],
  [/(full|display|real|customer|contact|owner|author)_?name$/, personName],
  [/(user|login|screen)_?name$|^login$|^nick/, userName],
  [/(company|organi[sz]ation|business|vendor|brand)(_?name)?$/, (random) => randomElement(random, companies)],
  [/(host|domain|server)(_?name)?$|^fqdn$/, hostText],
  [/file_?name$|^file$/, (random) => `${slugText(random)}.pdf`],
  [
    /(image|avatar|logo|icon|photo)(_?url)?$/,
    (random) => `https://example.com/images/${slugText(random)}.png`,
  ],
  [/(url|uri|href|link|website|homepage|webhook)$/, urlText],
  [/(^|_)(path|endpoint)$/, (random) => `/${slugText(random)}`],
  [/(phone|mobile|fax)(_?number)?$/, (random) => `+1 202-555-01${randomInteger(random, 10, 99)}`],
  [/(street|address|address_?line)(_?\d)?$/, (random) => randomElement(random, streets)],
  [/(city|town|locality)$/, (random) => randomElement(random, cities)],
  [/country_?code$/, (random) => randomElement(random, ['US', 'DE', 'PT', 'JP'])],
  [/country$/, (random) => randomElement(random, ['United States', 'Germany', 'Portugal', 'Japan'])],
  [/(state|province|region)_?code$/, (random) => randomElement(random, ['CA', 'NY', 'TX'])],
  [/(zip|postal|post)_?(code)?$/, (random) => String(randomInteger(random, 10_000, 98_999))],
  [/currency(_?code)?$/, (random) => randomElement(random, ['USD', 'EUR', 'GBP'])],
  [/(price|amount|cost|total|balance|fee)$/, (random) => (5 + random() * 195).toFixed(2)],
  [/(language|lang|locale)(_?code)?$/, () => 'en'],
  [/time_?zone$|^tz$/, () => 'UTC'],
  [/(_at|_on|date_?time|timestamp|^time)$/, momentText],
  [/(date|birthday)$/, (random) => momentText(random).slice(0, 10)],
  [/(ip|ip_?address)$/, (random) => `192.0.2.${randomInteger(random, 1, 254)}`],
  [/(sha|sha1|commit|revision)$/, (random) => hexText(random, 40)],
  [/(hash|checksum|digest|etag|fingerprint|sha256)$/, (random) => hexText(random, 64)],
  [/(token|secret|password|api_?key|signature|cursor)$/, (random) => codeText(random, 24)],
  [/(^|_)(id|ids|sid|ref|reference|key|identifier)$/, (random) => codeText(random, 12)],
  [/slug$/, slugText],
  [/version$/, (random) => `1.${randomInteger(random, 0, 9)}.${randomInteger(random, 0, 20)}`],
  [/colou?r$/, (random) => `#${hexText(random, 6)}`],
  [/(mime|media|content)_?type$/, () => 'application/json'],
  [/status$|^state$/, () => 'active'],
  [/(title|subject|headline|label|caption)$/, titleText],
  [
    /(description|summary|comment|comments|note|notes|body|content|text|message|reason|bio|about)$/,
    (random) => randomElement(random, sentences),
  ],
  [/name$/, titleText],
  [/(tag|tags|category|categories|keyword|type|kind|group)$/, (random) => randomElement(random, things)],
];

function titleText(random: Random): string {
  const [quality, thing] = [randomElement(random, qualities), randomElement(random, things)];
  return `${quality.charAt(0).toUpperCase()}${quality.slice(1)} ${thing}`;
}

/** A text such as the name of a property suggests. @param ordinal which item of a list it is; names of it differ */
export function nameText(name: string, random: Random, ordinal: number): string {
  const plain = snakeCase(name);
  const found = meanings.find(([pattern]) => pattern.test(plain));
  const text = found ? found[1](random) : randomElement(random, things);
  return ordinal > 7 && !found ? `${text} ${ordinal}` : text;
}

/** `firstName` as `first_name`. */
function snakeCase(name: string): string {
  return name
    .slice(-60)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
}

/** The name of a property that no schema names. @param turn another for each turn */
export function keyText(turn: number): string {
  const thing = things[turn % things.length] ?? 'key';
  return turn < things.length ? thing : `${thing}${turn}`;
}
