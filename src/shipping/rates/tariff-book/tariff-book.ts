/** The tariffs of all couriers, read and checked once: the data of rating. */
import { readZip3 } from '../geography/read-zip3.js';
import { compileTariffs, type TariffBook } from './compile-tariffs.js';
import { tariffFolder } from './precompiled-tariffs.js';
import { readTariffSource } from './tariff-source.js';

export type { TariffBook } from './compile-tariffs.js';
export { tariffFolder } from './precompiled-tariffs.js';

/**
 * Reads every .yaml file of a folder as the tariff of one courier.
 * @param folder path of the folder; the couriers of this package by default
 * @throws DataFileError with one line for each problem: "tariffs/swiftline.yaml:14: ..."
 */
export function loadTariffBook(folder: string = tariffFolder): TariffBook {
  return compileTariffs(readTariffSource(folder), readZip3());
}
