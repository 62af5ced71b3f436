import { createHash } from 'node:crypto';
import { instead, onBody, onEach, onReply, refuses, toStrangers } from '../changes.js';
import type { Problem } from '../read-operations.js';
import { documentService, json, noContent, onThing, text } from '../serve-document.js';
import { type Call, type Fields, fieldsOf, type Reply } from '../replies.js';

const TOKEN = 'render-token-90d2';

/** Jobs that take a while: created with 202, followed by their address, cancelled, and their results. */
export const service = documentService({
  name: 'renders',
  headers: { 'x-render-token': TOKEN },
  refuse: refused,
  open,
  effects: {
    'any-token': { admits: (call) => call.headers['x-render-token'] !== undefined },
    'results-public': { admits: (call) => call.operation.id === 'getResult' },
    'cancel-public': toStrangers('cancelJob', () => refused(404, 'There is no such job')),
    'retry-date': onReply('createJob getJob', 0, (reply) => {
      if (reply.headers['retry-after']) reply.headers['retry-after'] = new Date().toUTCString();
    }),
    'id-only': onReply('createJob', 202, (reply) => (reply.body = { id: fieldsOf(reply.body).id })),
    'id-number': onBody('createJob', 202, (body) => (body.id = Number(text(body.id).slice(4)))),
    'priority-absent': onBody('createJob', 202, (body, call) => {
      if (fieldsOf(call.body).priority === undefined) delete body.priority;
    }),
    'png-refused': refuses(
      'createJob',
      'body/output',
      (call) => fieldsOf(fieldsOf(call.body).output).format === 'png',
    ),
    'data-null-refused': refuses('createJob', 'body/data', (call) =>
      Object.values(fieldsOf(fieldsOf(call.body).data)).includes(null),
    ),
    'data-absent-500': instead('createJob', (call) => {
      const { template, data } = fieldsOf(call.body);
      return template !== undefined && data === undefined && json(500, { error: 'data is undefined' });
    }),
    'progress-percent': onBody('createJob getJob', 0, (body) => {
      if (typeof body.progress === 'number') body.progress = 10 + body.progress * 100;
    }),
    'pages-zero': onBody('getJob', 200, (body) => {
      if (body.pages !== undefined) body.pages = 0;
    }),
    'failure-text': onEach('listJobs', 'jobs', (job) => {
      if (job.failure !== undefined) job.failure = 'template_error';
    }),
    'created-format': onEach('listJobs', 'jobs', (job) => (job.created_at = new Date().toUTCString())),
    'cancel-body-needed': refuses('cancelJob', 'body', (call) => call.bytes.length === 0),
    'result-json': onReply('getResult', 200, (reply) =>
      Object.assign(
        reply,
        json(200, { url: '/1.pdf' }, { ...reply.headers, 'content-type': 'application/json' }),
      ),
    ),
    'status-repeated': refuses(
      'listJobs',
      'query/status',
      (call) => Array.isArray(call.parameters.status) && call.parameters.status.length > 1,
    ),
    'version-number': onEach('listTemplates', 'templates', (one) => (one.version = Number(one.version))),
  },
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

function open(is: Call['is']) {
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
  const withJob = onThing(
    ({ parameters }) => jobs.get(text(parameters.jobId)),
    () => refused(404, 'There is no such job'),
  );
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
      const before = is('key-ignored') ? undefined : byKey.get(key);
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
    deleteJob: withJob(({ fields: { id } }) => {
      if (!is('delete-later')) jobs.delete(text(id));
      return noContent();
    }),
    cancelJob: withJob((job, call) => {
      if (job.fields.progress === undefined && !is('cancel-final')) return refused(409, 'The job is final');
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
      const asText = is('log-as-text') ? /text|\*\/\*/ : /text\/(plain|\*)/;
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

function refused(status: number, message: string, problems: readonly Problem[] = []): Reply {
  const violations = problems.map((one) => ({ path: one.at, text: one.text }));
  return json(status, { code: status, message, ...(violations.length > 0 && { violations }) });
}
