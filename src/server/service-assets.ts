import type { RequestHandler } from 'express';
import { ControlProblem } from '../control/problem.js';
import { corsHeaders } from '../mock/exchange/cors.js';
import type { Mock } from '../mock/mock.js';

/** The files that the service's responses link to, such as logos, without a key: GET /FOLDER/NAME. */
export function serviceAssets(mock: () => Mock): RequestHandler {
  return async ({ method, path }, response, next) => {
    const assets = mock().service?.assets;
    const prefix = `/${assets?.folder ?? ''}/`;
    const name = path.slice(prefix.length);
    if (!assets || !path.startsWith(prefix) || !/^[\w.-]+$/.test(name)) {
      next();
      return;
    }
    response.set(corsHeaders);
    const asset = await assets.find(name);
    if (!asset || (method !== 'GET' && method !== 'HEAD'))
      throw new ControlProblem(404, `There is no file at ${method} ${path}.`);
    response
      .set('Cache-Control', 'public, max-age=86400')
      .set('Content-Security-Policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
      .type(asset.mediaType)
      .send(typeof asset.body === 'string' ? asset.body : Buffer.from(asset.body));
  };
}
