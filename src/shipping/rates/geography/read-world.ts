/** Reads world.yaml and checks that every country is in one region and every name in it is known. */
import { dataFile } from '../../../contract/package-root.js';
import { readDataFile } from '../tariff-book/data-file.js';
import { usTerritories, type WorldFile } from './make-world.js';

/** Returns undefined where something is wrong, and pushes one sentence to `problems` for each problem. */
export function readWorld(
  problems: string[],
  file: URL = dataFile('shipping/rates/geography/world.yaml'),
): WorldFile | undefined {
  const schema = dataFile('shipping/rates/geography/world.schema.json');
  const read = readDataFile<WorldFile>(file, schema, problems);
  if (read === undefined) return undefined;
  const before = problems.length;
  const { content, at } = read;
  const regions = new Set(Object.keys(content.regions));
  const served = new Set<string>();
  const taken = new Set([...content.unserved.split(' '), ...content.territories.split(' ')]);
  for (const [region, { countries }] of Object.entries(content.regions)) {
    for (const code of countries.split(' ')) {
      if (taken.has(code))
        problems.push(`${at(['regions', region])}country ${code} stands here a second time.`);
      served.add(code);
      taken.add(code);
    }
  }
  for (const code of content.remote.split(' ').filter((country) => !served.has(country))) {
    problems.push(`${at(['remote'])}remote country ${code} is in no region.`);
  }
  if (content.territories !== [...usTerritories].sort().join(' ')) {
    problems.push(`${at(['territories'])}territories must be ${[...usTerritories].sort().join(' ')}.`);
  }
  for (const [index, pair] of content.neighbours.entries()) {
    if (pair.split('-').some((code) => !served.has(code))) {
      problems.push(`${at(['neighbours', index])}neighbours '${pair}' has a country in no region.`);
    }
  }
  for (const [zone, pairs] of Object.entries(content.routes)) {
    for (const [from, others] of Object.entries(pairs)) {
      for (const name of [from, ...others.split(' ')].filter((region) => !regions.has(region))) {
        problems.push(`${at(['routes', zone, from])}'${name}' is not one of the regions.`);
      }
    }
  }
  return problems.length > before ? undefined : content;
}
