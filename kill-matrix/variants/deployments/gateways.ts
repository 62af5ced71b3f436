/** Intermediaries before a server: proxies, networks and clouds, each with its headers, its buffering and its limits. */

import type { Call } from '../../reference-server/stages.js';
import { refusal, withHeaders } from '../../variations/changes.js';
import { anyAnswer, categories, status } from '../../variations/conditions.js';
import { on } from '../../variations/differences.js';
import { askRates, changed, listCategories, withKey } from '../../variations/requests.js';
import { compressed, smallNames } from '../../variations/sending.js';
import { type Apply, variantsOf } from '../../variations/variation.js';

const open = 'RFC 9110 7.6 and 8: what intermediaries may add and change';
const headers = (fields: Record<string, string>) => on(anyAnswer, withHeaders(fields));
const limit = (bytes: number): Apply =>
  on(
    (answer, { text }) => answer.status !== 401 && Buffer.byteLength(text) > bytes,
    refusal(413, 'Request Entity Too Large', `At most ${bytes} bytes are taken`),
  );
const slow =
  (milliseconds: (call: Call) => number): Apply =>
  (stages, { wait }) => ({
    send: async (wire, response, call) => {
      const late = milliseconds(call);
      if (late > 0) await wait(late);
      await stages.send(wire, response, call);
    },
  });
const large = askRates(changed('sender.address', 'x'.repeat(70_000)));

export default variantsOf('deployments', {
  section: open,
  witness: [listCategories, withKey(null), { ...listCategories, headers: { 'Accept-Encoding': 'gzip' } }],
})({
  nginx: {
    title: 'nginx with gzip, its limit of a megabyte and security headers',
    apply: [
      headers({
        Server: 'nginx/1.24.0',
        'X-Content-Type-Options': 'nosniff',
        'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
      }),
      limit(1_048_576),
      compressed({ least: 20, chunked: true }),
    ],
  },
  'nginx-http-1-0': {
    title: 'nginx to an upstream of HTTP/1.0: small letters, closing',
    apply: [
      headers({ Server: 'nginx', Connection: 'close' }),
      compressed({ least: 1000, chunked: true }),
      smallNames,
    ],
  },
  apache: {
    title: 'Apache as a proxy, with Upgrade and Keep-Alive',
    apply: [
      headers({
        Server: 'Apache/2.4.57 (Unix)',
        'Keep-Alive': 'timeout=5, max=100',
        Via: '1.1 api.example.com',
      }),
      compressed({ least: 20, chunked: true }),
    ],
  },
  cloudflare: {
    title: 'Cloudflare with its ids, Alt-Svc and reports',
    apply: [
      headers({
        Server: 'cloudflare',
        'CF-RAY': '8411b2c3d4e5f678-DAC',
        'CF-Cache-Status': 'DYNAMIC',
        'Alt-Svc': 'h3=":443"; ma=86400',
        NEL: '{"success_fraction":0,"report_to":"cf-nel","max_age":604800}',
        'Report-To':
          '{"endpoints":[{"url":"https:\\/\\/a.nel.cloudflare.com\\/report"}],"group":"cf-nel","max_age":604800}',
      }),
      compressed({ least: 50, chunked: true }),
      slow(({ number }) => number % 5),
    ],
  },
  cloudfront: {
    title: 'CloudFront before API Gateway and Lambda, cold at first',
    apply: [
      headers({
        Via: '1.1 4f2c.cloudfront.net (CloudFront)',
        'X-Cache': 'Miss from cloudfront',
        'X-Amz-Cf-Pop': 'DEL54-P3',
        'x-amzn-RequestId': 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef',
        'x-amz-apigw-id': 'RqVZmE2UoAMFQ_A=',
        'X-Amzn-Trace-Id': 'Root=1-65a4c2f0-0;Sampled=0',
      }),
      slow(({ number }) => (number <= 8 ? 700 : 0)),
    ],
  },
  varnish: {
    title: 'Varnish, which keeps categories for some seconds',
    apply: [
      headers({ Via: '1.1 varnish (Varnish/7.1)', 'X-Varnish': '32770 3' }),
      on(
        categories,
        withHeaders({ Age: '3', 'Cache-Control': 'private, max-age=10', Vary: 'Authorization' }),
      ),
    ],
  },
  fastly: {
    title: 'Fastly with timers and shields',
    apply: [
      headers({
        'X-Served-By': 'cache-del21731-DEL, cache-fra-eddf8230020-FRA',
        'X-Cache': 'MISS, MISS',
        'X-Cache-Hits': '0, 0',
        'X-Timer': 'S1705310000.123456,VS0,VE87',
        Via: '1.1 varnish, 1.1 varnish',
      }),
      compressed({ least: 100, chunked: true }),
    ],
  },
  envoy: {
    title: 'Envoy with its timing, in small letters',
    apply: [
      headers({
        Server: 'istio-envoy',
        'X-Envoy-Upstream-Service-Time': '12',
        'X-Envoy-Decorator-Operation': 'rates.default.svc',
      }),
      compressed({ least: 1400, chunked: true }),
      smallNames,
    ],
  },
  kong: {
    title: 'Kong with its latencies and limits',
    apply: [
      headers({
        'X-Kong-Upstream-Latency': '3',
        'X-Kong-Proxy-Latency': '1',
        Via: 'kong/3.5.0',
        'RateLimit-Limit': '60000',
        'RateLimit-Remaining': '59990',
        'RateLimit-Reset': '41',
      }),
    ],
  },
  'aws-load-balancer': {
    title: 'an AWS load balancer with its sticky cookie',
    apply: [
      headers({
        Server: 'awselb/2.0',
        'Set-Cookie': 'AWSALB=abc; Expires=Thu, 22 Jan 2099 09:30:00 GMT; Path=/',
        'X-Amzn-Trace-Id': 'Root=1-65a4c2f0-1',
      }),
    ],
  },
  azure: {
    title: 'Azure’s front door and API Management',
    apply: [
      headers({
        'X-Azure-Ref': '0cO2kZQ',
        'Request-Context': 'appId=cid-v1:1',
        'X-Powered-By': 'ASP.NET',
        'X-AspNet-Version': '4.0.30319',
      }),
      on(
        status(401),
        withHeaders({ 'WWW-Authenticate': 'Bearer realm="https://api.example.com", error="invalid_token"' }),
      ),
    ],
  },
  google: {
    title: 'Google’s front end',
    apply: [
      headers({
        Via: '1.1 google',
        'Alt-Svc': 'h3=":443"; ma=2592000,h3-29=":443"; ma=2592000',
        Server: 'Google Frontend',
        'X-Cloud-Trace-Context': '105445aa7843bc8bf206b12000100000;o=1',
      }),
      compressed({ least: 150, chunked: true }),
      smallNames,
    ],
  },
  haproxy: {
    title: 'HAProxy, which closes each connection and adds a server’s name',
    apply: [
      headers({ Connection: 'close', 'Set-Cookie': 'SRV=s2; path=/' }),
      slow(({ number }) => number % 3),
    ],
  },
  traefik: {
    title: 'Traefik with a body limit and random delays',
    apply: [
      limit(200_000),
      headers({ 'X-Middleware': 'buffering' }),
      slow(({ number }) => (number * 7) % 23),
    ],
  },
  caddy: {
    title: 'Caddy with a limit of 64 KB',
    apply: [headers({ Server: 'Caddy', 'Alt-Svc': 'h3=":443"; ma=2592000' }), limit(65_536)],
    witness: [listCategories, large],
  },
});
