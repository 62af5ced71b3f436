import { createHash, randomBytes } from 'node:crypto';
import { instead, onBody, onEach, onReply, refuses, toStrangers } from '../changes.js';
import type { Problem } from '../read-operations.js';
import { documentService, json, noContent, onThing, text } from '../serve-document.js';
import { type Call, type Fields, fieldsOf, type Reply } from '../replies.js';

const TOKEN = 'strongroom-token-52c1';
const WITH_FILE = 'uploadFile getFile renameFile replaceContent';

/** Files with content: uploads as forms and as bytes, downloads whole and in ranges, and a report in two media types. */
export const service = documentService({
  name: 'files',
  headers: { authorization: `Bearer ${TOKEN}` },
  refuse: refused,
  open,
  effects: {
    'any-token': { admits: ({ headers }) => /^Bearer ./.test(headers.authorization ?? '') },
    'content-public': toStrangers('downloadFile', () => content(Buffer.from('Hello'))),
    'health-protected': toStrangers('getHealth', () => refused(401, 'A token is needed')),
    'token-text': onReply('*', 401, plain('Unauthorized')),
    'size-text': onBody(WITH_FILE, 0, (file) => (file.size = text(file.size))),
    'size-readable': onEach('listFiles', 'files', (file) => (file.size = `${text(file.size)} B`)),
    'sha-capitals': onBody('getFile', 200, (file) => (file.sha256 = text(file.sha256).toUpperCase())),
    'sha-base64': onBody(
      'uploadFile',
      201,
      (file) => (file.sha256 = Buffer.from(text(file.sha256), 'hex').toString('base64')),
    ),
    'labels-null': onBody(WITH_FILE, 0, (file) => {
      if (Array.isArray(file.labels) && file.labels.length === 0) file.labels = null;
    }),
    'owner-kind': onEach('listFiles', 'files', (file) => {
      if (fieldsOf(file.owner).kind === 'team') file.owner = { kind: 'group', slug: 'legal' };
    }),
    'created-epoch': onBody('uploadFile', 201, (file) => (file.created_at = Date.now())),
    'content-json': onReply('downloadFile', 200, (reply) =>
      Object.assign(
        reply,
        json(200, { content: 'SGVsbG8=' }, { ...reply.headers, 'content-type': 'application/json' }),
      ),
    ),
    'csv-semicolons': onReply('getUsage', 200, (reply) => {
      if (typeof reply.body === 'string') reply.body = reply.body.replaceAll(',', ';');
    }),
    'health-json': onReply('getHealth', 200, (reply) =>
      Object.assign(reply, json(200, { status: 'ok' }, { 'cache-control': 'no-store' })),
    ),
    'upload-json-only': instead(
      '*',
      (call) => call.mediaType === 'multipart/form-data' && refused(415, 'Send JSON'),
    ),
    'text-refused': instead(
      'replaceContent',
      (call) => call.mediaType === 'text/plain' && refused(415, 'Send bytes'),
    ),
    'labels-one': refuses(
      'listFiles',
      'query/labels',
      ({ parameters }) => Array.isArray(parameters.labels) && parameters.labels.length > 1,
    ),
    'csv-406': instead(
      'getUsage',
      ({ headers }) => headers.accept?.includes('csv') === true && refused(406, 'JSON only'),
    ),
    'no-range-support': { before: (call) => void Reflect.deleteProperty(call.parameters, 'Range') },
    'absolute-links': onBody(
      WITH_FILE,
      0,
      (file) => (file.links = { self: 'https://files.example.com/1', content: 'https://cdn.example.com/1' }),
    ),
    'always-expires': onBody(WITH_FILE, 0, (file) => (file.expires_at = '2030-01-01T00:00:00+02:00')),
    charset: onReply('*', 0, (reply) => {
      if (reply.headers['content-type'] === 'application/json')
        reply.headers['content-type'] = 'application/json;charset=UTF-8';
    }),
    'error-details': onBody('*', 400, (body) =>
      Object.assign(fieldsOf(body.error), { details: ['a', 'b'], request: 'r1' }),
    ),
    'csv-lines': onReply('getUsage', 200, (reply) => {
      if (typeof reply.body === 'string') reply.body = reply.body.replaceAll('\n', '\r\n');
    }),
    'team-owned': onBody(WITH_FILE, 0, (file) => (file.owner = { kind: 'team', slug: 'ops', size: 3 })),
  },
});

interface Stored {
  fields: Fields;
  bytes: Buffer;
}

function open(is: Call['is']) {
  const files = new Map<string, Stored>();
  const store = (id: string, name: string, bytes: Buffer, fields: Fields) => {
    const owner = name.endsWith('.svg')
      ? { kind: 'team', slug: 'design' }
      : { kind: 'user', email: 'ann@example.com' };
    const links = { self: `/files/${id}`, content: `/files/${id}/content` };
    const created_at = new Date().toISOString();
    const stored = {
      fields: { id, name, visibility: 'private', labels: [], owner, created_at, links, ...fields },
      bytes,
    };
    files.set(id, stored);
    return described(stored);
  };
  store('f_readme01', 'readme.md', Buffer.from('# Read me first\n'), { labels: ['draft'], expires_at: null });
  store('f_logo0001', 'logo.svg', Buffer.from('<svg/>'), { visibility: 'public' });
  const withFile = onThing(
    ({ parameters }) => files.get(text(parameters.fileId)),
    () => refused(404, 'There is no such file'),
  );
  return {
    getHealth: () => ({
      status: 200,
      headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' },
      body: 'ok',
    }),
    listFiles: ({ parameters: { limit, sort, labels = [] } }: Call) => {
      const order = text(sort).replace('-', '');
      const sign = text(sort).startsWith('-') ? -1 : 1;
      const all = [...files.values()]
        .map(described)
        .filter((file) => (labels as string[]).every((label) => (file.labels as string[]).includes(label)))
        .sort((a, b) => sign * text(a[order]).localeCompare(text(b[order]), 'en', { numeric: true }));
      return json(200, { files: all.slice(0, Number(limit)), has_more: all.length > Number(limit) });
    },
    uploadFile: (call: Call) => {
      const { file, name, visibility } = fieldsOf(call.body);
      const id = `f_${randomBytes(4).toString('hex')}`;
      const stored = store(
        id,
        text(name),
        Buffer.from(text(file), 'latin1'),
        visibility === undefined ? {} : { visibility },
      );
      if (is('upload-lost')) files.delete(id);
      return json(201, stored, { location: `/files/${id}` });
    },
    getFile: withFile((file) =>
      json(200, described(file), {
        etag: tag(file),
        'last-modified': new Date(text(file.fields.created_at)).toUTCString(),
      }),
    ),
    renameFile: withFile((file, call) => {
      file.fields = { ...file.fields, ...fieldsOf(call.body) };
      return json(200, described(file));
    }),
    deleteFile: withFile(({ fields: { id } }) => {
      if (!is('delete-later')) files.delete(text(id));
      return noContent();
    }),
    downloadFile: withFile((file, call) => {
      const whole = { 'content-disposition': `attachment; filename="file"`, etag: tag(file) };
      const range = /^bytes=(\d*)-(\d*)$/.exec(text(call.parameters.Range));
      if (range === null || (range[1] === '' && range[2] === '')) return content(file.bytes, whole);
      const { length } = file.bytes;
      const from = range[1] === '' ? Math.max(0, length - Number(range[2])) : Number(range[1]);
      const to = range[1] === '' || range[2] === '' ? length - 1 : Math.min(Number(range[2]), length - 1);
      if (from >= length || (range[1] === '' && Number(range[2]) === 0))
        return {
          ...refused(416, 'Outside of the content'),
          headers: { 'content-type': 'application/json', 'content-range': `bytes */${length}` },
        };
      // A range that ends before it begins is none.
      if (to < from) return content(file.bytes, whole);
      const part = content(file.bytes.subarray(from, to + 1), {
        ...whole,
        'content-range': `bytes ${from}-${to}/${length}`,
      });
      return { ...part, status: 206 };
    }),
    replaceContent: withFile((file, call) => {
      const replaced = { ...file, bytes: call.bytes };
      if (!is('content-stale')) file.bytes = call.bytes;
      return json(200, described(replaced));
    }),
    getUsage: (call: Call) => {
      const accept = call.headers.accept ?? '*/*';
      const bytes = [...files.values()].reduce((sum, file) => sum + file.bytes.length, 0);
      const report = { month: text(call.parameters.month), bytes, files: files.size, limit_bytes: 1_000_000 };
      if (/application\/(json|\*)|\*\/\*/.test(accept)) return json(200, report, { vary: 'Accept' });
      if (!/text\/(csv|\*)/.test(accept)) return refused(406, 'JSON and CSV are offered');
      const csv = `month,bytes,files\n${report.month},${bytes},${files.size}\n`;
      return { status: 200, headers: { 'content-type': 'text/csv', vary: 'Accept' }, body: csv };
    },
  };
}

function described({ fields, bytes }: Stored): Fields {
  const media_type = text(fields.name).endsWith('.svg') ? 'image/svg+xml' : 'text/plain';
  return {
    ...fields,
    size: bytes.length,
    media_type,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}

function tag({ bytes }: Stored): string {
  return `"${createHash('sha1').update(bytes).digest('hex')}"`;
}

function content(
  body: Buffer,
  headers: Record<string, string> = { 'content-disposition': 'attachment; filename="f"', etag: '"a1"' },
): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'application/octet-stream', 'accept-ranges': 'bytes', ...headers },
    body,
  };
}

function refused(status: number, message: string, problems: readonly Problem[] = []): Reply {
  const details = problems.map((one) => `${one.at} ${one.text}`);
  const error = { code: CODES[status] ?? 'internal', message, ...(details.length > 0 && { details }) };
  return json(status, { error }, status === 401 ? { 'www-authenticate': 'Bearer realm="files"' } : {});
}

const CODES: Record<number, string> = {
  ...{
    400: 'invalid_request',
    401: 'unauthorized',
    404: 'not_found',
    405: 'method_not_allowed',
    406: 'not_acceptable',
  },
  ...{ 413: 'too_large', 415: 'unsupported_media_type', 416: 'range_not_satisfiable' },
};

function plain(words: string) {
  return (reply: Reply) => {
    reply.headers['content-type'] = 'text/plain';
    reply.body = words;
  };
}
