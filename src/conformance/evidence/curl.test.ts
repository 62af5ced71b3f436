import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/properties/fast-check.js';
import { loadContract } from '../../contract/load-contract.js';
import { unsafeCharacters } from '../../contract/printing/unsafe-characters.js';
import { verify } from '../../index.js';
import { createReport, reportNames, type ReportName } from '../../reports/registry.js';
import type { Report } from '../../reports/report.js';
import { temporaryFile, temporaryFolder } from '../../testing/temporary-folder.js';
import { loadRules } from '../rules/load-rules.js';
import { runSuite } from '../testing/run-suite.js';
import { httpServer } from '../testing/small-server.js';
import { smallService } from '../testing/small-service.js';
import { testCertificates } from '../../testing/tls/test-certificates.js';
import { curlOf } from './curl.js';
import { anyCharacter } from '../../testing/properties/any-character.js';

/** In place of curl: prints its arguments, and what it reads where the body is `@-`. */
const curl = `curl() { last=; for one; do printf '%s\\0' "$one"; last=$one; done; [ "$last" != @- ] || cat; printf '\\1'; }`;

/** The arguments that each command passes to curl, run by sh in an empty folder; and the files in that folder afterwards. */
function runBySh(commands: readonly string[]): { calls: Buffer[][]; files: string[] } {
  const folder = temporaryFolder();
  const script = [curl, ...commands].join('\n');
  const printed = execFileSync('sh', ['-s'], { cwd: folder, input: script, stdio: 'pipe' });
  const calls = printed.toString('latin1').split('\x01').slice(0, -1);
  const parts = calls.map((call) => call.split('\0').map((part) => Buffer.from(part, 'latin1')));
  return { calls: parts, files: readdirSync(folder) };
}

const attacks = [
  "'; touch x; '",
  '$(touch x)',
  '`touch x`',
  '\n touch x\n',
  '"; touch x; "',
  '|touch x',
  '--next',
  '@x',
];
const texts = fc
  .array(fc.oneof(fc.constantFrom(...attacks), fc.string({ unit: anyCharacter, maxLength: 3 })), {
    maxLength: 4,
  })
  .map((parts) => parts.join('').replaceAll('\0', '').replaceAll('\x01', ''));

describe('curlOf', () => {
  it('spells a request as it was sent', () => {
    const request = { method: 'GET', path: '/x', headers: { A: 'b' } };
    const wire = {
      target: 'absolute',
      version: '1.0',
      hosts: 0,
      separator: ':  ',
      chunks: { bytes: 4 },
    } as const;
    expect(curlOf('http://h/x', { ...request, wire })).toBe(
      "curl -i --request-target http://h/x --http1.0 -H 'Transfer-Encoding: chunked' -H Host: http://h/x -H 'A:  b' -H Accept: -H User-Agent:",
    );
  });

  it('says that it has not all of a long body', () => {
    const request = { method: 'PUT', path: '/x', headers: {} };
    const at = (length: number) => curlOf('http://h/x', { ...request, body: Buffer.alloc(length, 'x') });
    expect(at(4000)).toMatch(/^curl .* --data-binary x{4000}$/);
    expect(at(4001)).toMatch(
      /^# This command has only the first 4000 bytes .*\ncurl .* --data-binary x{4000}$/,
    );
  });

  it('gives curl the method, the address, the headers and every byte of the body, and runs nothing else', () => {
    const requests = fc.sample(
      fc.record({
        method: texts,
        path: texts,
        value: texts,
        body: fc.oneof(
          texts.map((text) => Buffer.from(text)),
          fc.uint8Array({ min: 2 }).map((bytes) => Buffer.from(bytes)),
        ),
      }),
      { numRuns: 80, seed: 1 },
    );
    const commands = requests.map(({ method, path, value, body }) =>
      curlOf(`http://h/${path}`, { method, path, headers: { 'X-A': value, '@file': 'y' }, body }),
    );
    const { calls, files } = runBySh(commands);
    expect(files).toEqual([]);
    expect(calls).toHaveLength(requests.length);
    for (const [index, call] of calls.entries()) {
      const { method, path, value, body } = requests[index]!;
      const oneLine = (text: string) => text.replaceAll('\n', '\\n');
      const given = call.map(String);
      const isPiped = given.at(-2) === '@-';
      expect(given).toEqual(
        expect.arrayContaining([
          oneLine(`http://h/${path}`),
          value === '' ? 'X-A;' : oneLine(`X-A: ${value}`),
        ]),
      );
      expect(given.includes(oneLine(method))).toBe(!['GET', 'HEAD'].includes(method));
      expect(given.join('\n')).not.toContain('@file');
      expect(call.at(isPiped ? -1 : -2)?.toString('hex')).toBe(body.toString('hex'));
    }
  });
});

describe('the commands of a run', () => {
  it('connect as it did with a target whose certificate nobody trusts', async () => {
    const { server: own } = await testCertificates();
    const server = createServer(
      { cert: own.cert, key: own.key },
      smallService((response) => ({ ...response, body: { ...Object(response.body), message: 1 } })),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    const { failures } = await runSuite({ url, insecure: true, only: 'envelope/message' });
    server.close();
    const commands = failures.map(({ sent }) => sent.curl);
    expect(commands).not.toEqual([]);
    expect(commands.filter((command) => !command.startsWith('curl -i --insecure '))).toEqual([]);
  });
});

describe('the reports on a hostile document', () => {
  const escape = '\u001b]0;owned\u0007\u202e';
  const bad = `'; touch x; '$(touch x)\`touch x\`${escape}\n`;
  const document = {
    openapi: '3.1.0',
    info: { title: bad, version: '1' },
    paths: {
      [`/a${bad}`]: {
        post: {
          operationId: `op${bad}`,
          parameters: [
            {
              in: 'header',
              name: 'X-Odd',
              required: true,
              schema: { type: 'string' },
              example: `'; touch x; '`,
            },
            { in: 'query', name: bad, required: true, schema: { type: 'string' }, example: bad },
          ],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: [bad],
                  properties: { [bad]: { type: 'string', enum: [bad] } },
                },
              },
            },
          },
          responses: { '200': { description: bad }, '400': { description: bad } },
        },
      },
    },
  };

  it('contain no control characters for a terminal, and commands that run nothing but curl', async () => {
    const server = await httpServer(({ url }, response) =>
      response.writeHead(url?.includes('no-such') ? 404 : 500).end(`${bad}${bad}`),
    );
    const contract = await loadContract(temporaryFile('evil.json', JSON.stringify(document)));
    const commands: string[] = [];
    const written = new Map(reportNames.map((name) => [name, '']));
    try {
      const reports: { name: ReportName; report: Report }[] = [];
      for (const name of reportNames) reports.push({ name, report: await createReport(name) });
      for await (const event of verify({
        url: server.url,
        contract,
        rules: await loadRules(),
        allowWrites: true,
      })) {
        for (const { name, report } of reports)
          written.set(name, (written.get(name) ?? '') + report.write(event));
        if (event.type === 'failure' && event.failure.verdict === 'FAIL')
          commands.push(event.failure.sent.curl);
      }
    } finally {
      await server.close();
    }
    const unsafe = new RegExp(`[${unsafeCharacters}]`, 'gu');
    for (const [name, text] of written)
      expect([name, text.length > 200, text.match(unsafe)]).toEqual([name, true, null]);
    expect(commands.length).toBeGreaterThan(0);
    const shown = written.get('text') ?? '';
    expect(commands.filter((command) => !shown.includes(command))).toEqual([]);
    const { calls, files } = runBySh(commands);
    expect([calls.length, files]).toEqual([commands.length, []]);
  });
});
