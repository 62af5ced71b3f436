import { defineFault } from './fault.js';

/** 64 bytes that begin no HTTP message, the same every time. */
const bytes = Uint8Array.from({ length: 64 }, (_, index) => (index * 37 + 0x81) % 256);

export const garbage = defineFault({
  kind: 'garbage',
  label: 'Bytes that are not HTTP',
  explanation: 'bytes that are no HTTP',
  hidesStatus: true,
  options: {},
  send(wire) {
    wire.send(bytes);
    return wire.close();
  },
  seenBy: {
    wire: 'bytes that are no HTTP',
    fetch: 'rejects: HPE_INVALID_CONSTANT',
    axios: 'rejects: HPE_INVALID_CONSTANT',
    curl: 'exit 1',
  },
});
