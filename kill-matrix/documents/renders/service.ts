import { createHash } from 'node:crypto';
import {
  accepts,
  crashes,
  fault,
  instead,
  onBody,
  onEach,
  onReply,
  refuses,
  variant,
  without,
  absoluteLocation,
  slow,
} from '../changes.js';
import {
  type Call,
  documentService,
  type Fields,
  fieldsOf,
  json,
  noContent,
  type Reply,
  text,
} from '../serve-document.js';

const TOKEN = 'render-token-90d2';
const known = (call: Call) => call.headers['x-render-token'] === TOKEN;

/** Jobs that take a while: created with 202, followed by their address, cancelled, and their results. */
export const service = documentService({
  name: 'renders',
  allowWrites: true,
  headers: { 'x-render-token': TOKEN },
  refuse: refused,
  signedIn: (call) => {
    const passes = known(call) || (call.is('any-token') && call.headers['x-render-token'] !== undefined);
    return passes || (call.is('results-public') && call.operation.id === 'getResult')
      ? undefined
      : refused(401, 'No valid token');
  },
  open,
  faults: [
    // Credentials
    fault('any-token', 'Any token passes', 'security: token'),
    fault('results-public', 'Results need no token', 'security: token'),
    fault('cancel-public', 'Cancelling checks no token', 'security: token', {
      before: (call) =>
        call.operation.id === 'cancelJob' && !known(call) ? refused(404, 'There is no such job') : undefined,
    }),
    fault(
      'token-500',
      'A request without a token crashes',
      '401',
      onReply('*', 401, (reply) => Object.assign(reply, json(500, { error: 'undefined' }))),
    ),
    fault(
      'token-empty',
      '401 has no body',
      '401: application/json',
      onReply('*', 401, (reply) => Object.assign(reply, { headers: {}, body: undefined })),
    ),
    // Creation
    fault(
      'create-201',
      'A new job gets 201',
      'createJob: 202',
      onReply('createJob', 202, (reply) => (reply.status = 201)),
    ),
    fault(
      'create-200',
      'A new job gets 200',
      'createJob: 202',
      onReply('createJob', 202, (reply) => (reply.status = 200)),
    ),
    fault(
      'no-location',
      'Location is missing',
      'Location: required',
      onReply('createJob', 202, without('location')),
    ),
    fault(
      'location-space',
      'Location holds a space and braces',
      'Location: format uri-reference',
      onReply('createJob', 202, (reply) => (reply.headers.location = '/jobs/{job id}')),
    ),
    fault(
      'no-retry-after',
      'Retry-After is missing on creation',
      'Retry-After: required',
      onReply('createJob', 202, without('retry-after')),
    ),
    fault(
      'retry-zero',
      'Retry-After is 0',
      'Retry-After: minimum 1',
      onReply('createJob', 202, (reply) => (reply.headers['retry-after'] = '0')),
    ),
    fault(
      'retry-date',
      'Retry-After is a date',
      'Retry-After: integer',
      onReply('createJob getJob', 0, (reply) => {
        if (reply.headers['retry-after']) reply.headers['retry-after'] = new Date().toUTCString();
      }),
    ),
    fault(
      'id-only',
      'A new job is its identifier only',
      'createJob 202: Job',
      onReply('createJob', 202, (reply) => (reply.body = { id: fieldsOf(reply.body).id })),
    ),
    fault(
      'id-number',
      'The identifier is a number',
      'id: string',
      onBody('createJob', 202, (body) => (body.id = Number(text(body.id).slice(4)))),
    ),
    fault(
      'priority-number',
      'priority is a number',
      'priority: string',
      onBody('createJob getJob', 0, (body) => (body.priority = 1)),
    ),
    fault(
      'priority-absent',
      'priority is left out when it was not given',
      'required: priority; default normal',
      onBody('createJob', 202, (body, call) => {
        if (fieldsOf(call.body).priority === undefined) delete body.priority;
      }),
    ),
    fault(
      'key-optional',
      'The idempotency key may be missing',
      'Idempotency-Key: required',
      accepts('createJob', /Idempotency-Key/, /required/),
    ),
    fault(
      'key-short',
      'Short idempotency keys pass',
      'Idempotency-Key: minLength 8',
      accepts('createJob', /Idempotency-Key/, /minLength/),
    ),
    fault(
      'key-ignored',
      'A repetition makes a second job',
      'A repetition with the same key and body gets the job of the first request',
    ),
    fault('output-unchecked', 'The output is not validated', 'Output: oneOf', accepts('createJob', /output/)),
    fault(
      'width-huge',
      'Any width passes',
      'width: maximum 4096',
      accepts('createJob', /output/, /maximum|oneOf|const|additional|required/),
    ),
    fault(
      'callback-http',
      'Callbacks with http pass',
      'callback_url: pattern',
      accepts('createJob', /callback_url/, /pattern/),
    ),
    fault('priority-unknown', 'Any priority passes', 'priority: enum', accepts('createJob', /priority/)),
    fault(
      'data-nested-500',
      'Nested data crashes',
      '500 is not declared',
      crashes('createJob', /data/, { error: '[object Object]' }, /type/),
    ),
    fault(
      'png-refused',
      'PNG is refused',
      'Output: format png',
      refuses('createJob', 'body/output', (call) => fieldsOf(fieldsOf(call.body).output).format === 'png'),
    ),
    fault(
      'data-null-refused',
      'null in data is refused',
      'data: additionalProperties null',
      refuses('createJob', 'body/data', (call) =>
        Object.values(fieldsOf(fieldsOf(call.body).data)).includes(null),
      ),
    ),
    fault(
      'data-absent-500',
      'A job without data crashes',
      'data is not required',
      instead('createJob', (call) =>
        known(call) && fieldsOf(call.body).template !== undefined && fieldsOf(call.body).data === undefined
          ? json(500, { error: 'data is undefined' })
          : undefined,
      ),
    ),
    // Status
    fault(
      'status-done',
      'A finished job has the status done',
      'Status: enum',
      onBody('getJob', 200, (body) => {
        if (body.status === 'succeeded') body.status = 'done';
      }),
    ),
    fault(
      'progress-percent',
      'progress is in percent',
      'progress: maximum 1',
      onBody('createJob getJob', 0, (body) => {
        if (typeof body.progress === 'number') body.progress = 10 + body.progress * 100;
      }),
    ),
    fault(
      'progress-null',
      'progress is null while a job waits',
      'progress: number',
      onBody('createJob', 202, (body) => (body.progress = null)),
    ),
    fault(
      'finished-null',
      'finished_at is null while a job waits',
      'WaitingJob: unevaluatedProperties false',
      onBody('createJob', 202, (body) => (body.finished_at = null)),
    ),
    fault(
      'pages-zero',
      'pages is 0',
      'pages: minimum 1',
      onBody('getJob', 200, (body) => {
        if (body.pages !== undefined) body.pages = 0;
      }),
    ),
    fault(
      'failure-text',
      'failure is a text',
      'failure: object',
      onEach('listJobs', 'jobs', (job) => {
        if (job.failure !== undefined) job.failure = 'template_error';
      }),
    ),
    fault(
      'created-format',
      'created_at is in the format of HTTP',
      'created_at: format date-time',
      onEach('listJobs', 'jobs', (job) => (job.created_at = new Date().toUTCString())),
    ),
    fault(
      'links-list',
      'links is a list',
      'links: object',
      onBody('getJob createJob', 0, (body) => (body.links = [{ rel: 'self', href: '/' }])),
    ),
    fault(
      'status-cached',
      'The status may be cached',
      'Cache-Control: const no-store',
      onReply('getJob', 200, (reply) => (reply.headers['cache-control'] = 'max-age=5')),
    ),
    fault(
      'unknown-410',
      'An unknown job gets 410',
      'getJob: 404',
      onReply('getJob', 404, (reply) => (reply.status = 410)),
    ),
    fault(
      'unknown-202',
      'An unknown job gets 202, as if it still waited',
      'getJob: 404',
      onReply('getJob', 404, (reply) => Object.assign(reply, json(202, { status: 'queued' }))),
    ),
    fault(
      'id-unchecked-500',
      'An identifier of another form crashes',
      '500 is not declared',
      crashes('getJob cancelJob getResult getLog deleteJob', /jobId/, { error: 'NaN' }),
    ),
    // Cancel, result, log
    fault(
      'cancel-204',
      'Cancelling gets 204',
      'cancelJob: 200',
      onReply('cancelJob', 200, (reply) =>
        Object.assign(reply, { status: 204, headers: {}, body: undefined }),
      ),
    ),
    fault('cancel-final', 'Finished jobs can be cancelled, which breaks them', 'cancelJob: 409'),
    fault(
      'cancel-spelling',
      'A cancelled job has the status canceled',
      'status: const cancelled',
      onBody('cancelJob', 200, (body) => (body.status = 'canceled')),
    ),
    fault(
      'cancel-body-needed',
      'Cancelling without a body gets 400',
      'requestBody: required false',
      refuses('cancelJob', 'body', (call) => call.bytes.length === 0),
    ),
    fault(
      'result-json',
      'The result is its address in JSON',
      'getResult: application/pdf, image/png',
      onReply('getResult', 200, (reply) =>
        Object.assign(
          reply,
          json(200, { url: '/1.pdf' }, { ...reply.headers, 'content-type': 'application/json' }),
        ),
      ),
    ),
    fault(
      'result-early',
      'A result that is not there yet gets 202',
      'getResult: 409',
      onReply('getResult', 409, (reply) => (reply.status = 202)),
    ),
    fault(
      'result-404',
      'A result that is not there yet gets 425',
      'getResult: 409',
      onReply('getResult', 409, (reply) => (reply.status = 425)),
    ),
    fault(
      'digest-absent',
      'Digest is missing',
      'Digest: required',
      onReply('getResult', 200, without('digest')),
    ),
    fault(
      'log-html',
      'The log is HTML',
      'getLog: text/plain, application/json',
      onReply('getLog', 200, (reply) => (reply.headers['content-type'] = 'text/html')),
    ),
    fault(
      'log-levels',
      'Levels of the log are numbers',
      'level: enum',
      onEach('getLog', '', (line) => (line.level = 30)),
    ),
    fault('level-unchecked', 'Any level passes', 'level: enum', accepts('getLog', /level/)),
    fault('delete-later', 'A forgotten job is still found', 'not found any more'),
    // Lists
    fault(
      'queue-length-absent',
      'X-Queue-Length is missing',
      'X-Queue-Length: required',
      onReply('listJobs', 200, without('x-queue-length')),
    ),
    fault(
      'jobs-paged',
      'The list has fields of a page',
      'listJobs: additionalProperties false',
      onBody('listJobs', 200, (body) => (body.next = null)),
    ),
    fault(
      'jobs-null',
      'jobs is null when there are none',
      'jobs: array',
      onBody('listJobs', 200, (body) => {
        if (Array.isArray(body.jobs) && body.jobs.length === 0) body.jobs = null;
      }),
    ),
    fault('limit-zero', 'limit=0 passes', 'limit: minimum 1', accepts('listJobs', /limit/, /minimum/)),
    fault(
      'since-unchecked-500',
      'A time that is none crashes',
      '500 is not declared',
      crashes('listJobs', /since/, { error: 'RangeError: Invalid time value' }),
    ),
    fault(
      'status-repeated',
      'More than one status is refused',
      'status: array, exploded',
      refuses(
        'listJobs',
        'query/status',
        (call) => Array.isArray(call.parameters.status) && call.parameters.status.length > 1,
      ),
    ),
    fault(
      'workers-text',
      'Numbers of workers are texts',
      'workers: additionalProperties integer',
      onBody('getQueue', 200, (body) => (body.workers = { a: '2' })),
    ),
    fault(
      'oldest-empty',
      'oldest is an empty text',
      'oldest: format date-time',
      onBody('getQueue', 200, (body) => (body.oldest = '')),
    ),
    fault(
      'version-number',
      'version of templates is a number',
      'version: string',
      onEach('listTemplates', 'templates', (one) => (one.version = Number(one.version))),
    ),
    fault(
      'deprecated-absent',
      'deprecated is left out when it is false',
      'required: deprecated',
      onEach('listTemplates', 'templates', (one) => {
        if (one.deprecated === false) delete one.deprecated;
      }),
    ),
  ],
  variants: [
    variant('finished-at-once', 'Jobs are finished at the first look'),
    variant('never-finished', 'Jobs stay in the queue'),
    variant('always-failing', 'All jobs fail'),
    variant('no-retry', 'The status has no Retry-After', onReply('getJob', 200, without('retry-after'))),
    absoluteLocation('createJob', 202),
    variant(
      'more-headers',
      'Further headers',
      onReply('*', 0, (reply) =>
        Object.assign(reply.headers, { 'x-trace': '1', 'access-control-allow-origin': '*' }),
      ),
    ),
    variant(
      'failure-more',
      'Failures have further fields',
      onBody('*', 400, (body) => (body.trace = 'a1b2')),
    ),
    variant('log-as-text', 'The log is a text unless JSON alone is accepted'),
    variant(
      'idle',
      'No job waits',
      onBody('getQueue', 200, (body) => Object.assign(body, { waiting: 0, workers: {}, oldest: null })),
    ),
    slow,
  ],
});

const TEMPLATES: readonly Fields[] = [
  { name: 'letter', formats: ['pdf'], version: '2.1', deprecated: false },
  { name: 'badge', formats: ['pdf', 'png'], version: '1.0', deprecated: false },
  { name: 'invoice-old', formats: ['pdf'], version: '0.9', deprecated: true },
];

interface Stored {
  fields: Fields;
  readonly format: string;
  looks: number;
}

function open() {
  const jobs = new Map<string, Stored>();
  const byKey = new Map<string, string>();
  let last = 0;
  const add = (input: Fields, format: string, status: Fields) => {
    const id = `job_${String((last += 1)).padStart(8, '0')}`;
    const base = {
      id,
      template: input.template,
      priority: input.priority ?? 'normal',
      created_at: now(),
      links: { self: `/jobs/${id}` },
    };
    jobs.set(id, { fields: { ...base, ...status }, format, looks: 0 });
    return id;
  };
  add({ template: 'letter' }, 'pdf', { status: 'succeeded', finished_at: now(), pages: 2 });
  add({ template: 'badge' }, 'png', {
    status: 'failed',
    finished_at: now(),
    failure: { code: 'template_error', line: 12 },
  });
  add({ template: 'badge', priority: 'low' }, 'png', {
    status: 'cancelled',
    finished_at: now(),
    reason: null,
  });
  add({ template: 'letter', priority: 'high' }, 'pdf', { status: 'queued', progress: 0 });
  const waiting = () => [...jobs.values()].filter(({ fields }) => fields.progress !== undefined);
  const withJob = (handler: (job: Stored, call: Call) => Reply) => (call: Call) => {
    const job = jobs.get(text(call.parameters.jobId));
    return job === undefined ? refused(404, 'There is no such job') : handler(job, call);
  };
  return {
    listTemplates: ({ parameters: { format } }: Call) =>
      json(200, {
        templates: TEMPLATES.filter(
          ({ formats }) => format === undefined || (formats as unknown[]).includes(format),
        ),
      }),
    listJobs: ({ parameters: { status, limit, since } }: Call) => {
      const found = [...jobs.values()]
        .map(({ fields }) => fields)
        .filter((job) => status === undefined || (status as unknown[]).includes(job.status))
        .filter((job) => since === undefined || Date.parse(text(job.created_at)) >= Date.parse(text(since)))
        .reverse();
      return json(
        200,
        { jobs: found.slice(0, Number(limit)) },
        { 'x-queue-length': String(waiting().length) },
      );
    },
    createJob: (call: Call) => {
      const input = fieldsOf(call.body);
      const format = text(fieldsOf(input.output).format);
      const template = TEMPLATES.find(({ name }) => name === input.template);
      if (!(template?.formats as string[] | undefined)?.includes(format))
        return refused(422, 'There is no such template or format');
      const key = `${text(call.parameters['Idempotency-Key'])} ${call.bytes.toString()}`;
      const before = call.is('key-ignored') ? undefined : byKey.get(key);
      const id =
        before !== undefined && jobs.has(before)
          ? before
          : add(input, format, { status: 'queued', progress: 0 });
      byKey.set(key, id);
      return json(202, jobs.get(id)?.fields, { location: `/jobs/${id}`, 'retry-after': '1' });
    },
    getJob: withJob((job, call) => {
      proceed(job, call);
      const headers = {
        'cache-control': 'no-store',
        ...(job.fields.progress !== undefined && { 'retry-after': '1' }),
      };
      return json(200, job.fields, headers);
    }),
    deleteJob: withJob(({ fields: { id } }, call) => {
      if (!call.is('delete-later')) jobs.delete(text(id));
      return noContent();
    }),
    cancelJob: withJob((job, call) => {
      if (job.fields.progress === undefined && !call.is('cancel-final'))
        return refused(409, 'The job is final');
      job.fields = {
        ...started(job.fields),
        status: 'cancelled',
        finished_at: now(),
        reason: fieldsOf(call.body).reason ?? null,
      };
      return json(200, job.fields);
    }),
    getResult: withJob(({ fields, format }) => {
      if (fields.status !== 'succeeded') return refused(409, 'There is no result');
      const body = Buffer.from(format === 'pdf' ? '%PDF-1.7\n%%EOF\n' : '\x89PNG\r\n\x1a\n', 'latin1');
      const digest = `sha-256=${createHash('sha256').update(body).digest('base64')}`;
      const type = format === 'pdf' ? 'application/pdf' : 'image/png';
      return {
        status: 200,
        headers: {
          'content-type': type,
          'content-disposition': `attachment; filename="r.${format}"`,
          digest,
        },
        body,
      };
    }),
    getLog: withJob(({ fields }, call) => {
      const lines = [{ at: fields.created_at, level: 'info', message: 'queued' }].filter(
        ({ level }) => level === call.parameters.level,
      );
      const asText = call.is('log-as-text') ? /text|\*\/\*/ : /text\/(plain|\*)/;
      if (!asText.test(call.headers.accept ?? '*/*')) return json(200, lines);
      return {
        status: 200,
        headers: { 'content-type': 'text/plain' },
        body: lines.map(({ message }) => `${message}\n`).join(''),
      };
    }),
    getQueue: () => {
      const all = waiting();
      const running = all.filter(({ fields }) => fields.status === 'running').length;
      return json(200, {
        waiting: all.length - running,
        running,
        workers: { pdf: 2, png: 1 },
        oldest: all[0]?.fields.created_at ?? null,
      });
    },
  };
}

/** Moves a job on with each look at it, so that nothing depends on time. */
function proceed(job: Stored, call: Call): void {
  if (job.fields.progress === undefined || call.is('never-finished')) return;
  job.looks += 1;
  if (job.looks < 2 && !call.is('finished-at-once'))
    job.fields = { ...job.fields, status: 'running', progress: 0.5 };
  else if (call.is('always-failing'))
    job.fields = {
      ...started(job.fields),
      status: 'failed',
      finished_at: now(),
      failure: { code: 'timeout' },
    };
  else job.fields = { ...started(job.fields), status: 'succeeded', finished_at: now(), pages: 1 };
}

/** The fields that a job has in every state. */
function started({ id, template, priority, created_at, links }: Fields): Fields {
  return { id, template, priority, created_at, links };
}

function now(): string {
  return new Date().toISOString();
}

function refused(
  status: number,
  message: string,
  problems: readonly { readonly at: string; readonly text: string }[] = [],
): Reply {
  const violations = problems.map((one) => ({ path: one.at, text: one.text }));
  return json(status, { code: status, message, ...(violations.length > 0 && { violations }) });
}
