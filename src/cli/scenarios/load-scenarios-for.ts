import type { Contract } from '../../contract/contract.js';
import { loadFolders, type LoadedFolders } from '../../scenarios/files/load-folders.js';
import { shippingScenarios, shippingService } from '../../shipping/shipping-service.js';

/** Loads scenarios as `drydock mock` does: another document gets those of the shipped ones that fit it. */
export function loadScenariosFor(contract: Contract, folders: readonly string[]): LoadedFolders {
  const isOwn = contract.service === shippingService().name;
  return loadFolders({ folder: shippingScenarios, isOwn }, folders, contract);
}
