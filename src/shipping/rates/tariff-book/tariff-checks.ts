/**
 * Checks what a schema can't express about a tariff: lists have a column for each zone, more weight and a farther zone never cost
 * less, names are known and unique. Each problem is one sentence with file and line; rating relies on all of them.
 */
import type { DataFile, DataPath } from './data-file.js';
import { zoneNames, type World } from '../geography/zones.js';
import { inCents } from './compile-service.js';
import type { Lane, ServiceTariff, TariffFile } from './tariff-file.js';

/** A rate id stores the charge in 32 bits, so no charge may be more cents. */
const maxCents = 2 ** 32 - 1;

/** Reports a problem: a path below the service and a sentence. */
type Report = (place: DataPath, sentence: string) => void;

/** Pushes to `problems` a sentence for each inconsistency of the tariffs. */
export function checkTariffs(files: readonly DataFile<TariffFile>[], world: World, problems: string[]): void {
  const taken = new Map<string, string>();
  for (const file of files) {
    const { courier, services } = file.content;
    const unique = (kind: string, name: string, place: DataPath): void => {
      const where = file.at(place);
      const first = taken.get(`${kind} ${name}`);
      if (first === undefined) taken.set(`${kind} ${name}`, where.slice(0, -2));
      else problems.push(`${where}${kind} '${name}' is taken, see ${first}.`);
    };
    unique('courier', courier, ['courier']);
    for (const [index, service] of services.entries()) {
      const root: DataPath = ['services', index];
      unique('service code', service.code, [...root, 'code']);
      unique('service name', service.name, [...root, 'name']);
      checkService(service, world, (place, sentence) => {
        problems.push(`${file.at([...root, ...place])}${service.code}: ${sentence}`);
      });
    }
  }
}

function checkService(service: ServiceTariff, world: World, report: Report): void {
  checkLanes(service, world, report);
  checkZones(service, report);
  checkBands(service, report);
  checkSurcharges(service, report);
  checkTransit(service, report);
  checkGreatestCharge(service, report);
}

function checkLanes({ lanes, zoning }: ServiceTariff, world: World, report: Report): void {
  for (const [index, lane] of lanes.entries()) {
    for (const key of ['within', 'between', 'from', 'to', 'except'] as const) {
      for (const [at, place] of (lane[key] ?? []).entries()) {
        if (world.places.has(place)) continue;
        report(['lanes', index, key, at], `'${place}' is no served country, region or 'world'.`);
      }
    }
    const usOnly = Object.keys(lane).join() === 'within' && lane.within?.join() === 'US';
    if (zoning === 'us-distance' && !usOnly) {
      report(['lanes', index], "zoning us-distance needs lanes of 'within: [US]' alone.");
    }
    if (directions(lane) !== 1) report(['lanes', index], 'a lane is either within, between, or from and to.');
  }
}

const directions = ({ within, between, from }: Lane): number =>
  [within, between, from].filter((places) => places !== undefined).length;

function checkZones(service: ServiceTariff, report: Report): void {
  const known = zoneNames(service.zoning);
  let previous = -1;
  for (const [index, zone] of service.zones.entries()) {
    const at = known.indexOf(zone);
    if (at < 0) report(['zones', index], `zone '${zone}' is not one of ${known.join(', ')}.`);
    else if (at < previous) report(['zones', index], `zone '${zone}' must stand before the farther ones.`);
    previous = Math.max(previous, at);
  }
  if (service.transit_days.length !== service.zones.length) {
    report(
      ['transit_days'],
      lengthProblem('transit_days', service.transit_days.length, service.zones.length),
    );
  }
}

function checkBands({ bands, beyond = [], zones, weight, limits }: ServiceTariff, report: Report): void {
  let previous: ServiceTariff['bands'][number] | undefined;
  for (const [index, band] of bands.entries()) {
    checkAmounts(band.charge, zones.length, ['bands', index, 'charge'], report);
    checkStep(band.up_to, weight.step, ['bands', index, 'up_to'], report);
    if (previous !== undefined) checkHeavier(previous, band, index, report);
    previous = band;
  }
  let end = previous?.up_to ?? 0;
  for (const [index, { up_to: upTo, each }] of beyond.entries()) {
    checkAmounts(each, zones.length, ['beyond', index, 'each'], report, 10_000);
    if (upTo === undefined && index < beyond.length - 1) {
      report(['beyond', index], "only the last entry of 'beyond' may leave out up_to.");
    }
    if (upTo === undefined) continue;
    checkStep(upTo, weight.step, ['beyond', index, 'up_to'], report);
    if (upTo <= end) report(['beyond', index, 'up_to'], `${upTo} must be more than the ${end} before it.`);
    end = upTo;
  }
  const open = beyond.length > 0 && beyond.at(-1)?.up_to === undefined;
  if (!open && limits.shipment_weight > end) {
    report(
      ['limits', 'shipment_weight'],
      `${limits.shipment_weight} has no price: bands and beyond end at ${end}.`,
    );
  }
}

function checkHeavier(
  lighter: ServiceTariff['bands'][number],
  heavier: ServiceTariff['bands'][number],
  index: number,
  report: Report,
): void {
  if (heavier.up_to <= lighter.up_to) {
    report(['bands', index, 'up_to'], `${heavier.up_to} must be more than the ${lighter.up_to} before it.`);
  }
  for (const [column, charge] of heavier.charge.entries()) {
    const less = lighter.charge[column] ?? 0;
    if (charge >= less) continue;
    report(['bands', index, 'charge', column], `${charge} is less than the ${less} of the lighter band.`);
  }
}

function checkSurcharges({ surcharges = [], zones, weight }: ServiceTariff, report: Report): void {
  for (const [index, { fee, least_billable: least = 0 }] of surcharges.entries()) {
    checkAmounts(fee, zones.length, ['surcharges', index, 'fee'], report);
    if (least > 0) checkStep(least, weight.step, ['surcharges', index, 'least_billable'], report);
    const worse = surcharges[index - 1];
    if (worse === undefined) continue;
    if (fee.some((amount, column) => amount > (worse.fee[column] ?? Infinity))) {
      report(['surcharges', index, 'fee'], `a surcharge must not cost more than '${worse.name}' before it.`);
    }
    if (least > (worse.least_billable ?? 0)) {
      report(
        ['surcharges', index],
        `least_billable must not be more than that of '${worse.name}' before it.`,
      );
    }
  }
}

function checkTransit({ transit_days: days }: ServiceTariff, report: Report): void {
  for (const [index, [first, last]] of days.entries()) {
    if (first > last) report(['transit_days', index], `day ${first} comes after day ${last}.`);
    const [nearFirst, nearLast] = days[index - 1] ?? [0, 0];
    if (first < nearFirst || last < nearLast) {
      report(['transit_days', index], 'a farther zone must not be faster than a nearer one.');
    }
  }
}

/** A row of amounts: one for each zone, whole units of `perUsd` parts, and never less in a farther zone. */
function checkAmounts(
  amounts: readonly number[],
  zones: number,
  place: DataPath,
  report: Report,
  perUsd = 100,
): void {
  if (amounts.length !== zones) report(place, lengthProblem(String(place[0]), amounts.length, zones));
  for (const [column, amount] of amounts.entries()) {
    const parts = amount * perUsd;
    if (Math.abs(parts - Math.round(parts)) > 1e-6) {
      report([...place, column], `${amount} has more than ${perUsd === 100 ? 2 : 4} decimals.`);
    }
    const nearer = amounts[column - 1] ?? 0;
    if (amount < nearer) report([...place, column], `${amount} is less than the ${nearer} of a nearer zone.`);
  }
}

function checkStep(weight: number, step: number, place: DataPath, report: Report): void {
  if (!Number.isInteger(weight / step)) report(place, `${weight} is not a whole number of steps of ${step}.`);
}

function checkGreatestCharge(service: ServiceTariff, report: Report): void {
  const { bands, beyond = [], surcharges = [], shipment_fees: fees = [], limits } = service;
  const steepest = Math.max(0, ...beyond.flatMap(({ each }) => each));
  const highest = Math.max(0, ...bands.flatMap(({ charge }) => charge));
  const perBox = Math.max(0, ...surcharges.flatMap(({ fee }) => fee));
  const fixed = fees.reduce((sum, { fee }) => sum + fee, 0);
  const net = highest + steepest * limits.shipment_weight + perBox * limits.boxes + fixed;
  if (inCents(net * (1 + service.fuel_percent / 100)) > maxCents) {
    report(
      ['limits'],
      `a charge could come to more than USD ${maxCents / 100}; lower boxes or shipment_weight.`,
    );
  }
}

const lengthProblem = (list: string, length: number, zones: number): string =>
  `${list} has ${length} entries for ${zones} zones.`;
