/** Servers as frameworks make them: headers, writing of JSON, forms of timestamps and words of problems, all at once. */
import { createHash } from 'node:crypto';

import type { Fields, Path, Problem } from '../../reference-server/stages.js';
import { escaped, rewrite, set, stamps, withHeaders } from '../../variations/changes.js';
import { anyAnswer, categories, status } from '../../variations/conditions.js';
import { inWords, on } from '../../variations/differences.js';
import { askWith, askWithout, listCategories } from '../../variations/requests.js';
import { compressed, smallNames, inChunks } from '../../variations/sending.js';
import { type Apply, variantsOf } from '../../variations/variation.js';

const open = '2.1 and RFC 9110 5.1: words, headers and the writing of JSON are free';
const headers = (fields: Record<string, string>) => on(anyAnswer, withHeaders(fields));
const type = (mediaType: string) => headers({ 'Content-Type': mediaType });
const badRequest = (message: string) => on(status(400), set({ message }));
const escaping = (characters?: RegExp) =>
  on(
    anyAnswer,
    rewrite((json) => escaped(json, characters)),
  );
/** Allow in each answer, of a path that has methods. */
const allowNamed = on(anyAnswer, (answer, call) =>
  call.allowed.length > 0
    ? withHeaders({ Allow: [...call.allowed, ...(call.allowed.includes('GET') ? ['HEAD'] : [])].join(', ') })(
        answer,
        call,
      )
    : answer,
);
/** A tag of each answer, and a 304 without a body where the client has it already (RFC 9110 13.1.2). */
const tagged =
  (weak: boolean): Apply =>
  (stages) => ({
    encode(answer, call) {
      const wire = stages.encode(answer, call);
      const hash = createHash('sha1').update(wire.bytes).digest('base64url').slice(0, 27);
      const tag = `${weak ? 'W/' : ''}"${hash}"`;
      const isKnown = answer.status === 200 && call.headers['if-none-match'] === tag;
      if (!isKnown) return { ...wire, headers: { ...wire.headers, ETag: tag } };
      return { status: 304, headers: { ETag: tag }, bytes: Buffer.alloc(0) };
    },
  });
const milliseconds = (digits: string) => (iso: string) => iso.replace('Z', `.${digits}Z`);
const dotted = (path: Path) => path.join('.');
const indexed = (path: Path) =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);
const leaf = (path: Path) => String(path.findLast((step) => typeof step === 'string'));
const titled = (name: string) => name.replace(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase());
const laravelWords = (path: Path, { kind }: Problem) =>
  kind === 'missing'
    ? `The ${dotted(path)} field is required.`
    : `The ${dotted(path)} field must be ${kind === 'type' ? 'of another type' : 'valid'}.`;
function sorted(json: string): string {
  const order = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(order);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value as Fields).map(([name, inner]): [string, unknown] => [
      name,
      order(inner),
    ]);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return escaped(JSON.stringify(order(JSON.parse(json)), null, 2));
}

export default variantsOf('deployments', {
  section: open,
  witness: [listCategories, askWithout('sender.zip_code'), askWith('weight', -1)],
})({
  laravel: {
    title: 'Laravel behind PHP-FPM and Apache',
    apply: [
      headers({
        Server: 'Apache/2.4.57 (Debian)',
        'X-Powered-By': 'PHP/8.2.15',
        'Cache-Control': 'no-cache, private',
        'X-RateLimit-Limit': '60000',
        'X-RateLimit-Remaining': '59999',
        'Set-Cookie':
          'laravel_session=eyJpdiI6; expires=Thu, 15 Jan 2099 00:00:00 GMT; Max-Age=7200; path=/; httponly; samesite=lax',
      }),
      on(categories, stamps(milliseconds('000000'))),
      inWords(laravelWords),
      badRequest('The given data was invalid.'),
      escaping(),
      on(
        anyAnswer,
        rewrite((json) => json.replaceAll('/', '\\/')),
      ),
    ],
  },
  symfony: {
    title: 'Symfony with its violations as property paths',
    apply: [
      headers({ 'X-Debug-Token': '4f1f3b', 'Cache-Control': 'no-cache, private', 'X-Robots-Tag': 'noindex' }),
      on(
        categories,
        stamps((iso) => iso.replace('Z', '+00:00')),
      ),
      inWords((path) => `[${path.join('][')}]: This value is not valid.`),
      badRequest('Validation Failed'),
      escaping(/[^\0-\x7f]|[<>&']/g),
    ],
  },
  'spring-boot': {
    title: 'Spring Boot with security headers and the words of Bean Validation',
    apply: [
      type('application/json'),
      headers({
        Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
        'X-Content-Type-Options': 'nosniff',
        'X-XSS-Protection': '0',
        'Cache-Control': 'no-cache, no-store, max-age=0, must-revalidate',
        Pragma: 'no-cache',
        Expires: '0',
        'X-Frame-Options': 'DENY',
      }),
      inWords(
        (path, { kind }) =>
          `${indexed(path)}: ${kind === 'missing' ? 'must not be null' : 'must be greater than 0'}`,
      ),
      badRequest("Validation failed for object='rateRequest'."),
      on(categories, stamps(milliseconds('123456'))),
      inChunks,
    ],
  },
  jackson: {
    title: 'Spring Boot that passes on how Jackson refuses a field',
    apply: [
      inWords(
        (path) =>
          `Cannot deserialize value of type \`java.math.BigDecimal\` from String (through reference chain: com.acme.RateRequest${path.map((step) => (typeof step === 'number' ? `->java.util.ArrayList[${step}]` : `["${step}"]`)).join('')})`,
      ),
      badRequest('JSON parse error: com.fasterxml.jackson.databind.exc.InvalidFormatException'),
    ],
  },
  'asp-net-core': {
    title: 'ASP.NET Core on Kestrel with seven digits of a second and JSON paths',
    apply: [
      type('application/json; charset=utf-8'),
      headers({ Server: 'Kestrel', 'api-supported-versions': '1.0' }),
      on(categories, stamps(milliseconds('1234567'))),
      inWords((path) => `$.${indexed(path)}: The JSON value could not be converted.`),
      badRequest('One or more validation errors occurred.'),
      escaping(/[^\0-\x7f]|[<>&'+`]/g),
      inChunks,
    ],
  },
  rails: {
    title: 'Rails on Puma with full messages and conditional GET',
    apply: [
      type('application/json; charset=utf-8'),
      headers({
        'X-Request-Id': '6c21d7a2-83a4-4a0e-9ea7-0a2c7f2f9d11',
        'X-Runtime': '0.012345',
        'Cache-Control': 'max-age=0, private, must-revalidate',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
      }),
      on(categories, stamps(milliseconds('000'))),
      inWords(
        (path, { kind }) =>
          `${leaf(path)
            .replaceAll('_', ' ')
            .replace(/^./, (c) => c.toUpperCase())} ${kind === 'missing' ? "can't be blank" : 'is invalid'}`,
      ),
      badRequest('Validation failed'),
      escaping(/[<>&\u2028\u2029]/g),
      smallNames,
      tagged(true),
    ],
  },
  'django-rest': {
    title: 'Django REST framework on gunicorn',
    apply: [
      headers({
        Server: 'gunicorn',
        Connection: 'close',
        Vary: 'Accept, Cookie',
        'X-Frame-Options': 'DENY',
        'Cross-Origin-Opener-Policy': 'same-origin',
      }),
      on(categories, stamps(milliseconds('123456'))),
      inWords(
        (path, { kind }) =>
          `${dotted(path)}: ${kind === 'missing' ? 'This field is required.' : 'A valid value is required.'}`,
      ),
      badRequest('Invalid input.'),
      allowNamed,
    ],
  },
  fastapi: {
    title: 'FastAPI on uvicorn with the words of pydantic',
    apply: [
      headers({ Server: 'uvicorn' }),
      inWords(
        (path, { kind }) =>
          `body.${dotted(path)}: ${kind === 'missing' ? 'Field required' : 'Input should be greater than 0'}`,
      ),
      badRequest('Validation error'),
      on(categories, stamps(milliseconds('123000'))),
      smallNames,
    ],
  },
  'flask-marshmallow': {
    title: 'Flask with marshmallow, sorted and escaped',
    apply: [
      headers({ Server: 'Werkzeug/3.0.1 Python/3.11.7', Connection: 'close' }),
      inWords(
        (path, { kind }) =>
          `${path.map((step) => `'${step}'`).join(' -> ')}: ${kind === 'missing' ? 'Missing data for required field.' : 'Not a valid value.'}`,
      ),
      escaping(),
      (stages) => ({
        encode: (answer, call) =>
          stages.encode(answer.raw ? { ...answer, raw: `${sorted(answer.raw)}\n` } : answer, call),
      }),
    ],
  },
  'go-gin': {
    title: 'Go with gin, whose validator names the fields of structs',
    apply: [
      type('application/json; charset=utf-8'),
      inWords((path, { kind }) => {
        const field = titled(leaf(path));
        return `Key: 'RateRequest.${path.map((step) => (typeof step === 'number' ? `[${step}]` : titled(step))).join('.')}' Error:Field validation for '${field}' failed on the '${kind === 'missing' ? 'required' : 'gt'}' tag`;
      }),
      escaping(/[<>&\u2028\u2029]/g),
      badRequest('bad request'),
    ],
  },
  'go-chi': {
    title: 'Go with net/http, which ends each body with a line break',
    apply: [
      escaping(/[<>&\u2028\u2029]/g),
      on(
        anyAnswer,
        rewrite((json) => `${json}\n`),
      ),
      inWords((path) => `json: field ${indexed(path)} is required or of the wrong Go type`),
      on(categories, stamps(milliseconds('123456789'))),
    ],
  },
  express: {
    title: 'Express with weak tags, conditional GET and the words of Joi',
    apply: [
      type('application/json; charset=utf-8'),
      headers({ 'X-Powered-By': 'Express', 'Keep-Alive': 'timeout=5' }),
      inWords(
        (path, { kind }) =>
          `"${indexed(path)}" ${kind === 'missing' ? 'is required' : 'must be a positive number'}`,
      ),
      badRequest('Validation error'),
      on(categories, stamps(milliseconds('000'))),
      tagged(true),
    ],
  },
  fastify: {
    title: 'Fastify with the words of Ajv',
    apply: [
      type('application/json; charset=utf-8'),
      inWords((path, { kind }) =>
        kind === 'missing'
          ? `body${path
              .slice(0, -1)
              .map((step) => `/${step}`)
              .join('')} must have required property '${leaf(path)}'`
          : `body/${path.join('/')} must be > 0`,
      ),
      badRequest('Bad Request'),
      smallNames,
    ],
  },
  nest: {
    title: 'NestJS with the words of class-validator',
    apply: [
      type('application/json; charset=utf-8'),
      headers({ 'X-Powered-By': 'Express' }),
      inWords((path) => `${dotted(path)} must be a valid value`),
      badRequest('Bad Request Exception'),
      tagged(false),
    ],
  },
  zod: {
    title: 'a server on Bun with the words of zod',
    apply: [
      type('application/json;charset=utf-8'),
      inWords(
        (path, { kind }) => `✖ ${kind === 'missing' ? 'Required' : 'Invalid input'} at "${indexed(path)}"`,
      ),
      badRequest('✖ Invalid request'),
    ],
  },
  phoenix: {
    title: 'Phoenix on Cowboy',
    apply: [
      type('application/json; charset=utf-8'),
      headers({
        Server: 'Cowboy',
        'Cache-Control': 'max-age=0, private, must-revalidate',
        'X-Request-Id': 'F6rKlAr2u0t5zAcAAAAB',
      }),
      inWords((path) => `${dotted(path)} can't be blank`),
      smallNames,
    ],
  },
  quarkus: {
    title: 'Quarkus with the least of headers',
    apply: [
      type('application/json;charset=UTF-8'),
      inWords((path) => `rates.request.${indexed(path)} must not be null`),
      compressed({ least: 100 }),
      smallNames,
    ],
  },
  wildfly: {
    title: 'a Java server that writes each number as a decimal',
    apply: [
      headers({ 'X-Powered-By': 'Undertow/1', Server: 'WildFly/30' }),
      on(
        anyAnswer,
        rewrite((json) =>
          json.replace(/("(?:shipping_charge|home_delivery_fee|delivery_time)":)(\d+)(?=[,}])/g, '$1$2.00'),
        ),
      ),
      inWords((path) => `Missing or wrong: ${dotted(path)}`),
      compressed({ least: 100 }),
      inChunks,
    ],
  },
});
