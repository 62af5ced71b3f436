import { millisecondsOf } from '../duration.js';
import { defineFault } from './fault.js';

export const slowDrip = defineFault({
  kind: 'slow-drip',
  label: 'Slow drip',
  explanation: 'a few bytes at a time',
  hidesStatus: false,
  options: {
    chunk: {
      type: 'integer',
      minimum: 1,
      maximum: 1000000,
      default: 64,
      description: 'bytes at a time.',
    },
    interval: {
      $ref: '#/$defs/duration',
      default: '100ms',
      description: 'the wait between chunks.',
    },
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
