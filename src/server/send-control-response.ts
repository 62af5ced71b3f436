import type { Response } from 'express';
import type { ControlResponse } from '../control/control-message.js';

/** Sends a response of the control API, keeping headers that are already set. */
export function sendControlResponse(response: Response, { status, headers, body }: ControlResponse): void {
  if (typeof body !== 'function') {
    const size = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    response.writeHead(status, { ...headers, ...size });
    response.end(body);
    return;
  }
  response.writeHead(status, headers);
  if (response.req.method === 'HEAD') response.end();
  else body(response);
}
