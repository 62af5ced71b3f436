import type { TariffSource } from '../../shipping/rates/tariff-book/compile-tariffs.js';
import type { Zip3File } from '../../shipping/rates/geography/make-world.js';

declare const data: { readonly tariffs: TariffSource; readonly zip3: Zip3File };
export default data;
