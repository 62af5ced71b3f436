/** Servers that run side by side and take turns; one that fails leaves, and the others go on. */
import { runLoad } from '../load/run-load.mjs';
import { kinds } from '../load/requests.mjs';
import { startServer } from '../processes/server-process.mjs';

export class RunningServers {
  /** Those that left: `{ name, why }`. */
  failed = [];
  #running = [];
  #say;

  constructor(say) {
    this.#say = say;
  }

  /**
   * Starts servers and warms each up: compilers need time, Java's most of all.
   *
   * @param {import('../servers/contenders.mjs').Contender[]} contenders
   * @param {{ warmUp: { count: number, seconds: number }, say: (line: string) => void }} how `warmUp` for each kind of request,
   *   whichever is over first
   */
  static async start(contenders, { warmUp, say }) {
    const servers = new RunningServers(say);
    for (const contender of contenders) {
      await servers.#unlessItFails(contender, async () => {
        const server = await startServer(contender);
        servers.#running.push({ ...contender, server });
        for (const kind of Object.keys(kinds)) await runLoad(server, kind, { connections: 32, ...warmUp });
      });
    }
    return servers;
  }

  get names() {
    return this.#running.map(({ name }) => name);
  }

  /**
   * Every server's turn in a round; another one begins each time, so that a slow moment of the machine affects all alike.
   *
   * @param {number} round
   * @param {(name: string, server: import('../processes/server-process.mjs').ServerProcess) => Promise<void>} act
   */
  async takeTurns(round, act) {
    const shift = round % Math.max(1, this.#running.length);
    for (const contender of [...this.#running.slice(shift), ...this.#running.slice(0, shift)])
      await this.#unlessItFails(contender, () => act(contender.name, contender.server));
  }

  async stop() {
    for (const { server } of this.#running) await server.stop();
  }

  async #unlessItFails({ name }, act) {
    try {
      await act();
    } catch (error) {
      this.failed.push({ name, why: error.message });
      this.#say(`${name} is left out from here on: ${error.message}`);
      const at = this.#running.findIndex((each) => each.name === name);
      if (at >= 0) await this.#running.splice(at, 1)[0].server.stop();
    }
  }
}
