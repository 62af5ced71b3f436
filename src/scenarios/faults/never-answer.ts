import { defineFault } from './fault.js';

export const neverAnswer = defineFault({
  kind: 'never-answer',
  label: 'No response',
  explanation: 'open and silent',
  hidesStatus: true,
  options: {},
  send: (wire) => wire.hold(),
  seenBy: {
    wire: 'nothing; the connection stays',
    fetch: 'waits 300 s for headers',
    axios: 'waits for ever',
    curl: 'waits for ever',
  },
});
