import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { waitingBytes, type ConnectionLoads } from './connection-load.js';

/** Requests of one connection that are answered at the same time; more of them wait, unread where possible. */
const maxUnderWay = 100;

type Message = readonly [request: IncomingMessage, response: ServerResponse];

/** The requests of a connection behind the one whose response is next. */
interface Pipeline {
  /** The number of them that are being answered. */
  started: number;
  /** Those that were read in one go with others, and wait for their start. */
  readonly waiting: Message[];
}

/** Handles pipelined requests. */
export interface PipelineUse {
  readonly start: (request: IncomingMessage, response: ServerResponse) => void;
  /** Refuses one for which there is no room. */
  readonly refuse: (response: ServerResponse) => void;
  readonly loads: ConnectionLoads;
}

/**
 * Bounds the requests that a client sends on one connection without waiting for responses: nothing more is read from the
 * connection while there are too many. Node parses what it has read already to the end; those requests wait here.
 */
export class Pipelines {
  private readonly pipelines = new WeakMap<Socket, Pipeline>();

  constructor(private readonly use: PipelineUse) {}

  /** Takes a request that comes while an earlier one is unanswered: its response has no socket yet. */
  take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const pipeline = this.of(socket);
    const isCrowded = pipeline.started >= maxUnderWay - 1;
    const hasRoom = this.use.loads.of(socket).tryHold(response, waitingBytes);
    if (isCrowded) socket.pause();
    if (!hasRoom && isCrowded) socket.destroy();
    else if (!hasRoom) this.use.refuse(response);
    else if (isCrowded) pipeline.waiting.push([request, response]);
    else this.start(pipeline, request, response);
  }

  private of(socket: Socket): Pipeline {
    const known = this.pipelines.get(socket);
    if (known) return known;
    const pipeline = { started: 0, waiting: [] };
    this.pipelines.set(socket, pipeline);
    return pipeline;
  }

  private start(pipeline: Pipeline, request: IncomingMessage, response: ServerResponse): void {
    pipeline.started += 1;
    response.once('socket', (socket: Socket) => {
      this.takeTurn(pipeline, socket, response);
    });
    this.use.start(request, response);
  }

  /** Node gives the connection to the response that is next. */
  private takeTurn(pipeline: Pipeline, socket: Socket, response: ServerResponse): void {
    pipeline.started -= 1;
    this.use.loads.of(socket).release(response);
    const next = pipeline.waiting.shift();
    if (next) this.start(pipeline, ...next);
    else if (socket.isPaused() && pipeline.started < maxUnderWay / 2) socket.resume();
  }
}
