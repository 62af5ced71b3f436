import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';

/** Node's list of connections, by which it ends those that are late with their headers. */
interface ConnectionsList {
  /** The parsers of connections on which a message has begun. */
  active(): readonly { readonly socket?: unknown; readonly incoming?: IncomingMessage | null }[];
}

/**
 * The connections on which the head of a request has begun and not ended. Node tells nobody of such a head and keeps its bytes, so
 * this leans on the list that Node makes for `headersTimeout`; where it has none, there are no such connections.
 */
export function unfinishedHeads(server: Server): Socket[] {
  const own = server as unknown as Readonly<Record<symbol, Partial<ConnectionsList> | undefined>>;
  const name = Object.getOwnPropertySymbols(server).find((one) => one.description === listName);
  const parsers = name === undefined ? undefined : own[name]?.active?.();
  return (parsers ?? []).flatMap(({ socket, incoming }) =>
    socket instanceof Socket && (incoming ?? undefined) === undefined ? [socket] : [],
  );
}

const listName = 'http.server.connections';
