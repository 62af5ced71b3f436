import { Router } from 'express';
import { courierLogo } from '../service/rates/logos/courier-logo.js';

/** The couriers' logos, without a key: GET /logos/{courier}.svg. */
export function logoRouter(): Router {
  const router = Router();
  router.get('/logos/:courier.svg', (request, response, next) => {
    const svg = courierLogo(request.params.courier);
    if (svg === undefined) {
      next();
      return;
    }
    response
      .set('Cache-Control', 'public, max-age=86400')
      .set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
    response.type('image/svg+xml').send(svg);
  });
  return router;
}
