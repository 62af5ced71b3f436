import type { ClientRequest, IncomingMessage } from 'node:http';
import { isBodiless } from '../../server/http/upgrades.js';
import { pairs } from '../headers/end-to-end.js';
import type { HeldBody } from './held-body.js';

/** The body of a request on its way: read ahead where something must see it before it goes on, and copied as it passes. */
export class PassingBody {
  private readonly ahead: Buffer[] = [];
  /** True while `readAhead` waits. */
  isAwaited = false;
  private hasEnded: boolean;
  /** The request that it goes to; undefined while there is none. */
  private upstream: ClientRequest | undefined;

  /**
   * @param held gets the copy
   * @param whole called once the body has arrived
   */
  constructor(
    private readonly request: IncomingMessage,
    readonly held: HeldBody,
    private readonly whole: () => void,
  ) {
    this.hasEnded = isBodiless(request);
    if (this.hasEnded) whole();
  }

  /** True once every byte of it has arrived. */
  get isWhole(): boolean {
    return this.hasEnded;
  }

  get isEmpty(): boolean {
    return this.hasEnded && this.held.size === 0;
  }

  /**
   * Reads until the end, or until no copy is held any more, and keeps what it reads for `sendTo`. A body that is on its way goes
   * nowhere from now on. Never resolves where the client goes away.
   */
  readAhead(): Promise<void> {
    this.upstream = undefined;
    const { request, held } = this;
    if (this.hasEnded || held.notHeld !== undefined) return Promise.resolve();
    this.listen();
    this.isAwaited = true;
    request.resume();
    return new Promise((resolve) => {
      const done = (): void => {
        this.isAwaited = false;
        resolve();
      };
      request.on('data', () => {
        if (held.notHeld === undefined) return;
        request.pause();
        done();
      });
      request.once('end', done);
    });
  }

  /** Sends everything on, as fast as the target takes it. */
  sendTo(upstream: ClientRequest): void {
    this.upstream = upstream;
    for (const chunk of this.ahead.splice(0)) upstream.write(chunk);
    if (this.hasEnded) {
      this.endTo(upstream);
      return;
    }
    upstream.on('drain', () => this.request.resume());
    upstream.once('close', () => this.request.resume());
    this.listen();
    this.request.resume();
  }

  /** Reads and forgets what is left. */
  discard(): void {
    this.upstream = undefined;
    this.ahead.length = 0;
    this.request.resume();
  }

  private listen(): void {
    if (this.request.listenerCount('end') > 0) return;
    this.request.on('data', (chunk: Buffer) => {
      this.take(chunk);
    });
    this.request.once('end', () => {
      this.hasEnded = true;
      this.whole();
      if (this.upstream) this.endTo(this.upstream);
    });
  }

  private take(chunk: Buffer): void {
    const { upstream, held } = this;
    held.add(chunk);
    if (!upstream) {
      if (held.notHeld === undefined || this.ahead.length > 0) this.ahead.push(chunk);
    } else if (!upstream.destroyed && !upstream.write(chunk)) this.request.pause();
  }

  private endTo(upstream: ClientRequest): void {
    const trailers = pairs(this.request.rawTrailers);
    if (trailers.length > 0) upstream.addTrailers(trailers);
    upstream.end();
  }
}
