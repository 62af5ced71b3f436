import { createHash, randomBytes } from 'node:crypto';
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

const TOKEN = 'strongroom-token-52c1';
const known = (call: Call) =>
  call.headers.authorization === `Bearer ${TOKEN}` ||
  (call.is('any-token') && /^Bearer ./.test(call.headers.authorization ?? ''));
const WITH_FILE = 'uploadFile getFile renameFile replaceContent';

/** Files with content: uploads as forms and as bytes, downloads whole and in ranges, and a report in two media types. */
export const service = documentService({
  name: 'files',
  allowWrites: true,
  headers: { authorization: `Bearer ${TOKEN}` },
  refuse: refused,
  signedIn: (call) => (known(call) ? undefined : refused(401, 'A token is needed')),
  open,
  faults: [
    // Credentials
    fault('any-token', 'Any bearer token passes', 'security: bearer'),
    fault('content-public', 'Contents are served without a token', 'security: bearer', {
      before: (call) =>
        call.operation.id === 'downloadFile' && !known(call) ? content(Buffer.from('Hello')) : undefined,
    }),
    fault('health-protected', 'The health check asks for a token', 'getHealth: security []', {
      before: (call) =>
        call.operation.id === 'getHealth' && !known(call) ? refused(401, 'A token is needed') : undefined,
    }),
    fault(
      'no-challenge',
      '401 comes without WWW-Authenticate',
      'WWW-Authenticate: required',
      onReply('*', 401, without('www-authenticate')),
    ),
    fault(
      'token-text',
      '401 is a plain text',
      '401: application/json',
      onReply('*', 401, plain('Unauthorized')),
    ),
    // Metadata
    fault(
      'size-text',
      'size is a text (64 bit integers of protobuf)',
      'size: integer',
      onBody(WITH_FILE, 0, (file) => (file.size = text(file.size))),
    ),
    fault(
      'size-readable',
      'size is "5 B" in lists',
      'size: integer',
      onEach('listFiles', 'files', (file) => (file.size = `${text(file.size)} B`)),
    ),
    fault(
      'sha-capitals',
      'sha256 is in capitals',
      'sha256: pattern',
      onBody('getFile', 200, (file) => (file.sha256 = text(file.sha256).toUpperCase())),
    ),
    fault(
      'sha-base64',
      'sha256 is in Base64 after an upload',
      'sha256: pattern',
      onBody(
        'uploadFile',
        201,
        (file) => (file.sha256 = Buffer.from(text(file.sha256), 'hex').toString('base64')),
      ),
    ),
    fault(
      'media-type-null',
      'media_type is null when it is unknown',
      'media_type: string',
      onBody('uploadFile', 201, (file) => (file.media_type = null)),
    ),
    fault(
      'labels-null',
      'labels is null for files without labels',
      'labels: array',
      onBody(WITH_FILE, 0, (file) => {
        if (Array.isArray(file.labels) && file.labels.length === 0) file.labels = null;
      }),
    ),
    fault(
      'owner-text',
      'owner is an address as a text',
      'owner: oneOf',
      onEach('listFiles', 'files', (file) => (file.owner = 'ann@example.com')),
    ),
    fault(
      'owner-kind',
      'The owner of some files is of kind "group"',
      'owner: discriminator kind',
      onEach('listFiles', 'files', (file) => {
        if (fieldsOf(file.owner).kind === 'team') file.owner = { kind: 'group', slug: 'legal' };
      }),
    ),
    fault(
      'created-epoch',
      'created_at is a number of milliseconds',
      'created_at: string',
      onBody('uploadFile', 201, (file) => (file.created_at = Date.now())),
    ),
    fault(
      'expires-never',
      'expires_at is "never"',
      'expires_at: format date-time',
      onBody('getFile', 200, (file) => (file.expires_at = 'never')),
    ),
    fault(
      'storage-key',
      'Files show the key of the bucket',
      'File: unevaluatedProperties false',
      onBody('getFile', 200, (file) => (file.storage_key = 's3://strongroom/1')),
    ),
    fault(
      'has-more-absent',
      'has_more is left out when it is false',
      'required: has_more',
      onBody('listFiles', 200, (body) => {
        if (body.has_more === false) delete body.has_more;
      }),
    ),
    fault(
      'link-absent',
      'Links have download instead of content',
      'links: required content',
      onBody('getFile', 200, (file) => (file.links = { self: '/', download: '/' })),
    ),
    fault(
      'error-code',
      'Errors have codes that the document lacks',
      'code: enum',
      onBody('*', 404, (body) => (body.error = { code: 'FILE_NOT_FOUND', message: 'No such file' })),
    ),
    fault(
      'error-flat',
      'Errors of validation are flat',
      'Error: required error',
      onReply('*', 400, (reply) => (reply.body = { code: 'invalid_request', message: 'not valid' })),
    ),
    // Headers and media types
    fault(
      'no-location',
      'An upload comes without Location',
      'Location: required',
      onReply('uploadFile', 201, without('location')),
    ),
    fault(
      'no-ranges',
      'Accept-Ranges is missing',
      'Accept-Ranges: required',
      onReply('downloadFile', 200, without('accept-ranges')),
    ),
    fault(
      'inline',
      'Content is sent inline',
      'Content-Disposition: pattern',
      onReply('downloadFile', 200, (reply) => (reply.headers['content-disposition'] = 'inline')),
    ),
    fault(
      'content-json',
      'Content is sent as Base64 in JSON',
      'downloadFile: application/octet-stream',
      onReply('downloadFile', 200, (reply) =>
        Object.assign(
          reply,
          json(200, { content: 'SGVsbG8=' }, { ...reply.headers, 'content-type': 'application/json' }),
        ),
      ),
    ),
    fault(
      'content-html',
      'Content is sent as text/html',
      'downloadFile: application/octet-stream',
      onReply('downloadFile', 200, (reply) => (reply.headers['content-type'] = 'text/html')),
    ),
    fault(
      'no-content-range',
      'A range comes without Content-Range',
      'Content-Range: required',
      onReply('downloadFile', 206, without('content-range')),
    ),
    fault(
      'modified-iso',
      'Last-Modified is an ISO 8601 time',
      'Last-Modified: pattern',
      onReply('getFile', 200, (reply) => (reply.headers['last-modified'] = '2026-03-01T10:00:00Z')),
    ),
    fault(
      'etag-bare',
      'ETag has no quotes',
      'ETag: pattern',
      onReply('getFile downloadFile', 200, (reply) => (reply.headers.etag = 'a1')),
    ),
    fault('vary-missing', 'Vary is missing', 'Vary: required', onReply('getUsage', 200, without('vary'))),
    fault(
      'csv-for-all',
      'The report has the type application/octet-stream',
      'getUsage: application/json or text/csv',
      onReply('getUsage', 200, (reply) => (reply.headers['content-type'] = 'application/octet-stream')),
    ),
    fault(
      'csv-semicolons',
      'CSV is divided by semicolons',
      'text/csv: pattern',
      onReply('getUsage', 200, (reply) => {
        if (typeof reply.body === 'string') reply.body = reply.body.replaceAll(',', ';');
      }),
    ),
    fault(
      'health-json',
      'The health check answers in JSON',
      'getHealth: text/plain',
      onReply('getHealth', 200, (reply) =>
        Object.assign(reply, json(200, { status: 'ok' }, { 'cache-control': 'no-store' })),
      ),
    ),
    fault(
      'health-cached',
      'The health check may be cached',
      'Cache-Control: const no-store',
      onReply('getHealth', 200, (reply) => (reply.headers['cache-control'] = 'max-age=60')),
    ),
    // Requests
    fault('upload-json-only', 'Uploads as a form are refused', 'uploadFile: multipart/form-data', {
      before: (call) =>
        call.mediaType === 'multipart/form-data' && known(call) ? refused(415, 'Send JSON') : undefined,
    }),
    fault(
      'upload-nameless',
      'An upload without a name passes',
      'uploadFile: required name',
      accepts('uploadFile', /name/, /required/),
    ),
    fault(
      'upload-visibility',
      'Any visibility passes at an upload',
      'visibility: enum',
      accepts('uploadFile', /visibility/),
    ),
    fault(
      'upload-500',
      'A form without a file crashes',
      '500 is not declared',
      crashes('uploadFile', /file/, { error: 'req.file is undefined' }, /required/),
    ),
    fault(
      'text-refused',
      'text/plain is refused as content',
      'replaceContent: text/plain',
      instead('replaceContent', (call) =>
        call.mediaType === 'text/plain' && known(call) ? refused(415, 'Send bytes') : undefined,
      ),
    ),
    fault(
      'labels-one',
      'More than one label in the query is refused',
      'labels: array, explode false',
      refuses(
        'listFiles',
        'query/labels',
        ({ parameters }) => Array.isArray(parameters.labels) && parameters.labels.length > 1,
      ),
    ),
    fault(
      'labels-repeated',
      'Labels may be repeated',
      'labels: uniqueItems',
      accepts('renameFile', /labels/, /uniqueItems/),
    ),
    fault(
      'empty-patch',
      'A change of nothing passes',
      'minProperties: 1',
      accepts('renameFile', /^body$/, /minProperties/),
    ),
    fault('name-slash', 'Names with slashes pass', 'Name: pattern', accepts('renameFile', /name/, /pattern/)),
    fault(
      'month-13',
      'Month 13 crashes',
      '500 is not declared',
      crashes('getUsage', /month/, { error: 'Invalid time value' }, /pattern/),
    ),
    fault(
      'month-optional',
      'The month may be missing',
      'month: required',
      accepts('getUsage', /month/, /required/),
    ),
    fault(
      'sort-unknown',
      'An unknown order crashes in the database',
      '500 is not declared',
      crashes('listFiles', /sort/, { error: 'column does not exist' }),
    ),
    fault(
      'limit-huge',
      'limit has no maximum',
      'limit: maximum 100',
      accepts('listFiles', /limit/, /maximum/),
    ),
    fault(
      'csv-406',
      'Accept: text/csv gets 406',
      'getUsage 200: text/csv',
      instead('getUsage', (call) =>
        known(call) && call.headers.accept?.includes('csv') ? refused(406, 'JSON only') : undefined,
      ),
    ),
    // State
    fault('upload-lost', 'An upload is not found afterwards', 'link metadata of uploadFile'),
    fault('delete-later', 'A deleted file is still found', 'Delete a file with its content'),
    fault('content-stale', 'The old content stays after a replacement', 'Replace the content'),
    fault(
      'unknown-500',
      'An unknown file crashes',
      'getFile: 404',
      onReply('getFile downloadFile', 404, (reply) => (reply.status = 500)),
    ),
    fault(
      'range-ignored-206',
      'A range gets 206 with the Content-Range of nothing',
      'Content-Range: pattern',
      onReply('downloadFile', 206, (reply) => (reply.headers['content-range'] = 'bytes')),
    ),
  ],
  variants: [
    variant('no-range-support', 'A range gets the whole content', {
      before: (call) => void Reflect.deleteProperty(call.parameters, 'Range'),
    }),
    variant(
      'absolute-links',
      'Links are absolute',
      onBody(
        WITH_FILE,
        0,
        (file) =>
          (file.links = { self: 'https://files.example.com/1', content: 'https://cdn.example.com/1' }),
      ),
    ),
    variant(
      'always-expires',
      'All files expire',
      onBody(WITH_FILE, 0, (file) => (file.expires_at = '2030-01-01T00:00:00+02:00')),
    ),
    variant(
      'limit-null',
      'There is no limit of space',
      onBody('getUsage', 200, (body) => (body.limit_bytes = null)),
    ),
    variant(
      'charset',
      'JSON with a charset',
      onReply('*', 0, (reply) => {
        if (reply.headers['content-type'] === 'application/json')
          reply.headers['content-type'] = 'application/json;charset=UTF-8';
      }),
    ),
    variant(
      'vary-more',
      'Vary names more',
      onReply('getUsage', 200, (reply) => (reply.headers.vary = 'Accept-Encoding, Accept')),
    ),
    variant(
      'error-details',
      'Errors have details',
      onBody('*', 400, (body) => Object.assign(fieldsOf(body.error), { details: ['a', 'b'], request: 'r1' })),
    ),
    variant(
      'csv-lines',
      'Lines of CSV end as on Windows',
      onReply('getUsage', 200, (reply) => {
        if (typeof reply.body === 'string') reply.body = reply.body.replaceAll('\n', '\r\n');
      }),
    ),
    slow,
    variant(
      'team-owned',
      'All files belong to a team',
      onBody(WITH_FILE, 0, (file) => (file.owner = { kind: 'team', slug: 'ops', size: 3 })),
    ),
  ],
});

interface Stored {
  fields: Fields;
  bytes: Buffer;
}

function open() {
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
  const withFile = (handler: (file: Stored, call: Call) => Reply) => (call: Call) => {
    const file = files.get(text(call.parameters.fileId));
    return file === undefined ? refused(404, 'There is no such file') : handler(file, call);
  };
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
      if (call.is('upload-lost')) files.delete(id);
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
    deleteFile: withFile(({ fields: { id } }, call) => {
      if (!call.is('delete-later')) files.delete(text(id));
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
      if (!call.is('content-stale')) file.bytes = call.bytes;
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

function refused(
  status: number,
  message: string,
  problems: readonly { readonly at: string; readonly text: string }[] = [],
): Reply {
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
