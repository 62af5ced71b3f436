import { millisecondsOf } from '../duration.js';
import { wholeNumber } from '../schema/text-schemas.js';
import { defineFault } from './fault.js';

export const slowDrip = defineFault({
  kind: 'slow-drip',
  label: 'Slow drip',
  explanation: 'a few bytes at a time',
  hidesStatus: false,
  options: {
    chunk: wholeNumber([1, 1_000_000], 64, 'bytes at a time.'),
    interval: { $ref: '#/$defs/duration', default: '100ms', description: 'the wait between chunks.' },
  },
  async send(wire, body, { chunk, interval }) {
    wire.sendHead(body.length);
    for (let sent = 0; sent < body.length; sent += chunk) {
      if (sent > 0 && !(await wire.wait(millisecondsOf(interval)))) return;
      wire.send(body.subarray(sent, sent + chunk));
    }
    wire.finish();
  },
  seenBy: {
    wire: 'the body in small chunks',
    fetch: 'resolves late',
    axios: 'resolves late',
    curl: 'exit 0, late',
  },
});
