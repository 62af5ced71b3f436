import type { Exchange } from '../../control/control-types.js';
import { missingParts } from './repeatable-request.js';

/** Why a recorded request can't be sent again as it was, where it can't. */
export function RepeatNote({ exchange }: { exchange: Exchange }) {
  const sentences = missingParts(exchange);
  return sentences.length === 0 ? null : <p class="note warn">{sentences.join(' ')}</p>;
}
