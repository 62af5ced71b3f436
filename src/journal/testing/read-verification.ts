import { loadControlContract } from '../../control/control-contract.js';
import { parseVerification, type ParsedVerification } from '../verification/parse-verification.js';

const { validators } = await loadControlContract();
const accepts = validators.at('/components/schemas/Verification');

/** Reads what to verify as the control API does: its document checks the form first. */
export function readVerification(value: unknown): ParsedVerification {
  if (accepts(value)) return parseVerification(value as Parameters<typeof parseVerification>[0]);
  return { problems: validators.problems(accepts, value, 'verification').map(({ text }) => text) };
}
