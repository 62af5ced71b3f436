/** Reads destinations.yaml and checks that every destination is complete and its currency has a rate. */
import { dataFile } from '../../../contract/package-root.js';
import { readDataFile } from '../tariff-book/data-file.js';
import { type DestinationsFile, isComplete, requiredKeys } from './import-taxes.js';

/** Returns undefined where something is wrong, and pushes one sentence to `problems` for each problem. */
export function readDestinations(
  problems: string[],
  file: URL = dataFile('shipping/rates/customs/destinations.yaml'),
): DestinationsFile | undefined {
  const schema = dataFile('shipping/rates/customs/destinations.schema.json');
  const read = readDataFile<DestinationsFile>(file, schema, problems);
  if (read === undefined) return undefined;
  const before = problems.length;
  const { groups, destinations, usd_per_unit: rates } = read.content;
  for (const [code, { group, ...own }] of Object.entries(destinations)) {
    const at = read.at(['destinations', code]);
    const shared = group === undefined ? {} : groups[group];
    const destination = { ...shared, ...own };
    if (shared === undefined) problems.push(`${at}${code}: group '${group ?? ''}' is not one of the groups.`);
    else if (!isComplete(destination)) {
      const missing = requiredKeys.filter((key) => destination[key] === undefined);
      problems.push(`${at}${code} lacks ${missing.join(', ')}.`);
    } else if (rates[destination.currency] === undefined) {
      problems.push(`${at}${code}: usd_per_unit has no rate for ${destination.currency}.`);
    }
  }
  return problems.length > before ? undefined : read.content;
}
