/**
 * Makes src/shipping/rates/geography/zip3.json from the `zipcodes` package: the centre of every three-digit ZIP area and of
 * every state, as the median of its ZIP codes (the median, because a few coordinates of the package are far off). Run
 * `npm ci --prefix .ci --omit=optional && node .ci/generate-zip3.mjs` after updating that package.
 */
import { writeFileSync } from 'node:fs';
import zipcodes from 'zipcodes';

/** These have country codes of their own (ISO 3166-1) and are served as countries. */
const otherCountries = new Set(['PW', 'FM', 'MH']);

/** The text of zip3.json: `areas` maps ZIP3 to [latitude, longitude, state], `states` a state to [latitude, longitude]. */
function zip3Table() {
  const areas = new Map();
  const states = new Map();
  for (const { zip, country, state, latitude, longitude } of Object.values(zipcodes.codes)) {
    if (country !== 'US' || otherCountries.has(state) || !latitude || !longitude) continue;
    placesOf(areas, zip.slice(0, 3)).push({ latitude, longitude, state });
    placesOf(states, state).push({ latitude, longitude, state });
  }
  const areaRows = sorted(areas).map(([zip3, places]) => row(zip3, [...centre(places), commonState(places)]));
  const stateRows = sorted(states).map(([state, places]) => row(state, centre(places)));
  return `{\n"areas": {\n${areaRows.join(',\n')}\n},\n"states": {\n${stateRows.join(',\n')}\n}\n}\n`;
}

function placesOf(table, key) {
  if (!table.has(key)) table.set(key, []);
  return table.get(key);
}

function commonState(places) {
  const counts = new Map();
  for (const { state } of places) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0][0];
}

function median(numbers) {
  const ascending = numbers.sort((a, b) => a - b);
  const half = (ascending.length - 1) / 2;
  return Number(((ascending[Math.floor(half)] + ascending[Math.ceil(half)]) / 2).toFixed(3));
}

const centre = (places) => [
  median(places.map(({ latitude }) => latitude)),
  median(places.map(({ longitude }) => longitude)),
];
const sorted = (table) => [...table].sort(([a], [b]) => (a < b ? -1 : 1));
const row = (key, values) => `${JSON.stringify(key)}: ${JSON.stringify(values)}`;

writeFileSync(new URL('../src/shipping/rates/geography/zip3.json', import.meta.url), zip3Table());
