/** Connections that a server closes: it may close any at any time (RFC 9112 9.5), so a client sends again what it may send twice. */
import type { Socket } from 'node:net';
import { anyAnswer, every, failure, on, withHeaders } from '../../variations/changes.js';
import { listCategories } from '../../variations/requests.js';
import { type Apply, variantsOf } from '../../variations/variation.js';

/** Does something with the connection once an answer was sent on it; `answers` counts those of the connection. */
const afterwards =
  (act: (socket: Socket, answers: number, wait: (ms: number) => Promise<void>) => void): Apply =>
  (stages, { wait }) => {
    const answered = new WeakMap<Socket, number>();
    return {
      send(wire, response, call) {
        response.once('finish', () => {
          const { socket } = response.req;
          answered.set(socket, (answered.get(socket) ?? 0) + 1);
          act(socket, answered.get(socket) ?? 0, wait);
        });
        return stages.send(wire, response, call);
      },
    };
  };
/** Ends a connection once it had so many answers. */
const closeAfter = (most: number): Apply =>
  afterwards((socket, answers) => {
    if (answers >= most) socket.end();
  });
/** Ends a connection that has been idle for so long. */
const idleFor = (milliseconds: number): Apply => {
  const latest = new WeakMap<Socket, number>();
  return afterwards((socket, answers, wait) => {
    latest.set(socket, answers);
    void wait(milliseconds).then(() => {
      if (latest.get(socket) === answers) socket.end();
    });
  });
};

export default variantsOf('connections', { section: 'RFC 9112 9.5: closing at any time' })({
  'closed-unannounced': {
    title: 'each connection is closed after its answer, and no header says so',
    apply: (stages, settings) => ({
      ...afterwards((socket) => void socket.end())(stages, settings),
      encode: (answer, call) =>
        stages.encode({ ...answer, headers: { ...answer.headers, 'Keep-Alive': 'timeout=0' } }, call),
    }),
  },
  'closed-when-idle-for-100-ms': {
    section: 'RFC 9112 9.5: the time-out is the server’s own',
    title: 'connections that were idle for 100 ms are closed',
    apply: idleFor(100),
  },
  'closed-when-idle-for-10-ms': {
    section: 'RFC 9112 9.5: no least time-out is required',
    title: 'connections that were idle for 10 ms are closed',
    apply: idleFor(10),
  },
  'closed-when-idle-for-a-second': {
    section: 'RFC 9112 9.5: the time-out is the server’s own',
    title: 'connections that were idle for a second are closed',
    apply: idleFor(1000),
  },
  'closed-after-ten-unannounced': {
    title: 'each connection is closed after its tenth answer, and no header says so',
    apply: (stages, settings) => ({
      ...closeAfter(10)(stages, settings),
      encode: (answer, call) =>
        stages.encode({ ...answer, headers: { ...answer.headers, 'X-Worker-Requests': '10' } }, call),
    }),
  },
  'closed-after-every-tenth': {
    section: 'RFC 9112 9.6: announced by Connection: close',
    title: 'each tenth answer closes its connection and says so, as workers that recycle do',
    apply: on(every(10), withHeaders({ Connection: 'close', 'X-Worker': 'recycled' })),
    witness: { ...listCategories, times: 10 },
  },
  'closed-after-failures': {
    section: 'RFC 9112 9.6: announced by Connection: close',
    title: 'each error closes its connection',
    apply: on(failure, withHeaders({ Connection: 'close', 'X-Refused': 'yes' })),
  },
  'keep-alive-announced-short': {
    section: 'RFC 9112 9.3: a hint, not a promise',
    title: 'Keep-Alive: timeout=1, max=5 is sent with each answer, and the fifth closes',
    apply: (stages, settings) => ({
      ...closeAfter(5)(stages, settings),
      ...on(anyAnswer, withHeaders({ 'Keep-Alive': 'timeout=1, max=5' }))(stages, settings),
    }),
  },
});
