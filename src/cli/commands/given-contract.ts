import type { Contract } from '../../contract/contract.js';
import { loadSpecs } from '../../contract/specs/load-specs.js';
import { loadShippingContract } from '../../shipping/shipping-service.js';
import { UsageError, type GivenFlags } from '../flags.js';

/**
 * The documents that a command is given, as one contract; the service's own where there is none.
 *
 * @param specs by default those of `--spec`
 * @param overlay the flag that names their overlays
 * @throws UsageError, OptionError or DocumentError when they can't be used
 */
export async function contractOf(
  given: GivenFlags,
  specs = given.texts('spec'),
  overlay = 'overlay',
): Promise<Contract> {
  const overlays = given.texts(overlay);
  if (specs.length > 0) return loadSpecs({ specs, overlays, root: given.text('spec-root') });
  if (overlays.length > 0)
    throw new UsageError('--overlay changes the document of --spec; give that document as well.');
  return loadShippingContract();
}
