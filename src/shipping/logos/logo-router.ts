import { Router } from 'express';
import { ControlProblem } from '../../control/problem.js';
import { courierLogo } from './courier-logo.js';

/** The couriers' logos, without a key: GET /logos/{courier}.svg. */
export function logoRouter(): Router {
  const router = Router();
  router.get('/logos/:courier.svg', (request, response) => {
    const svg = courierLogo(request.params.courier);
    if (svg === undefined) throw new ControlProblem(404, `No courier is called ${request.params.courier}.`);
    response
      .set('Cache-Control', 'public, max-age=86400')
      .set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
    response.type('image/svg+xml').send(svg);
  });
  return router;
}
