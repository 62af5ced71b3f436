import { IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';
import type { Express } from 'express';
import { DirectRequest, DirectResponse } from './direct.js';
import type { Trick } from './tricks.js';

export interface MessageClasses {
  readonly IncomingMessage?: typeof IncomingMessage;
  readonly ServerResponse?: typeof ServerResponse;
}

/**
 * Classes for `http.createServer` whose prototypes are those that Express gives to each request and response. Express sets the
 * prototype of both on every request; where it is the same already, V8 keeps its inline caches, and the server answers several
 * times as many requests.
 *
 * Leans on Express setting nothing but `app.request` and `app.response` as prototypes. Without the trick `prototypes` it sets
 * prototypes of its own, as in any Express application.
 *
 * @param app becomes the application of these classes
 */
export function messageClasses(app: Express, tricks: ReadonlySet<Trick>): MessageClasses {
  const isDirect = tricks.has('direct');
  const isShared = tricks.has('prototypes');
  if (!isShared && !isDirect) return {};
  class Request extends (isDirect ? DirectRequest : IncomingMessage) {}
  class Response extends (isDirect ? DirectResponse : ServerResponse) {}
  // Between the class and Node's own stands what Express adds, as in the prototypes that Express makes itself.
  Object.setPrototypeOf((isDirect ? DirectRequest : Request).prototype, express.request);
  Object.setPrototypeOf((isDirect ? DirectResponse : Response).prototype, express.response);
  const own = { configurable: true, enumerable: true, writable: true, value: app };
  Object.defineProperty(Request.prototype, 'app', own);
  Object.defineProperty(Response.prototype, 'app', own);
  const ofExpress = (prototype: object): unknown => (isShared ? prototype : Object.create(prototype));
  app.request = ofExpress(Request.prototype) as Express['request'];
  app.response = ofExpress(Response.prototype) as Express['response'];
  return { IncomingMessage: Request, ServerResponse: Response as typeof ServerResponse };
}
