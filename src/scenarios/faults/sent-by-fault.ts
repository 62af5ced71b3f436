import type { FaultWire } from './fault-wire.js';
import { breakConnection, type Fault } from './registry.js';

/** The parts of a response that are sent when a fault breaks it, to a client that stays until it is over. */
export interface SentByFault {
  /** The Content-Length in the headers; undefined where neither status nor headers go out. */
  readonly contentLength: number | undefined;
  /** Bytes that are sent behind the headers, or in place of a response. */
  readonly bytes: Uint8Array;
  /** The event after the last byte: an orderly end of the response or of the connection, a reset, or silence. */
  readonly end: 'finished' | 'closed' | 'reset' | 'silent';
}

/** Breaks a response on a wire that leads nowhere, to learn what goes out. @param body of the response as it was meant */
export async function sentByFault(fault: Fault, body: Uint8Array): Promise<SentByFault> {
  const wire = new RecordedWire();
  await breakConnection(fault, wire, body);
  const { contentLength, end } = wire;
  return { contentLength, end, bytes: joined(wire.sent) };
}

/** Keeps what is sent, and never waits. */
class RecordedWire implements FaultWire {
  contentLength: number | undefined;
  /** A fault that ends nothing has its connection closed. */
  end: SentByFault['end'] = 'closed';
  readonly sent: Uint8Array[] = [];

  sendHead(contentLength: number): void {
    this.contentLength = contentLength;
  }

  send(bytes: Uint8Array): void {
    this.sent.push(bytes);
  }

  finish(): void {
    this.end = 'finished';
  }

  reset(): void {
    this.end = 'reset';
  }

  close(): Promise<void> {
    this.end = 'closed';
    return Promise.resolve();
  }

  hold(): Promise<void> {
    this.end = 'silent';
    return Promise.resolve();
  }

  wait(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

/** The bytes of all parts, one behind the other. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
