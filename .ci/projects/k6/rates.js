import { check } from 'k6';
import http from 'k6/http';

const shipment = open('./shipment.json');
const url = `${__ENV.DRYDOCK_URL}/get-shipping-rates`;

export const options = { vus: 4, iterations: 40, thresholds: { checks: ['rate==1'] } };

export default function () {
  // Each virtual user has a sandbox of its own, since the quota counts for each sandbox.
  const headers = { Authorization: `Bearer dk_test_vu${__VU}`, 'Content-Type': 'application/json' };

  const rates = http.post(url, shipment, { headers });
  check(rates, { 'rates come': ({ status }) => status === 200 });

  const expected = http.expectedStatuses(500);
  const forced = { ...headers, 'X-Mock-Scenario': 'server-error' };
  const failure = http.post(url, shipment, { headers: forced, responseCallback: expected });
  check(failure, { 'a failure has the envelope': (response) => response.json('status') === false });
}
