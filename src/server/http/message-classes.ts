import type { IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';
import type { Express } from 'express';
import { DirectRequest } from './direct-request.js';
import { DirectResponse } from './direct-response.js';

/**
 * Classes for `http.createServer` whose prototypes are those that Express gives to each request and response. Express
 * sets the prototype of both on every request; where it is the same already, V8 keeps its inline caches, and the server
 * answers several times as many requests.
 *
 * @param app becomes the application of these classes
 */
export function messageClasses(app: Express): {
  IncomingMessage: typeof IncomingMessage;
  ServerResponse: typeof ServerResponse;
} {
  class Request extends DirectRequest {}
  class Response extends DirectResponse {}
  // Between the class and Node's own stands what Express adds, as in the prototypes that Express makes itself.
  Object.setPrototypeOf(DirectRequest.prototype, express.request);
  Object.setPrototypeOf(DirectResponse.prototype, express.response);
  const own = { configurable: true, enumerable: true, writable: true, value: app };
  Object.defineProperty(Request.prototype, 'app', own);
  Object.defineProperty(Response.prototype, 'app', own);
  app.request = Request.prototype as unknown as Express['request'];
  app.response = Response.prototype as unknown as Express['response'];
  return { IncomingMessage: Request, ServerResponse: Response as typeof ServerResponse };
}
