/** The frameworks: what each needs on this machine, how its server is installed, and how it is started. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Framework
 * @property {string} name
 * @property {string[]} tools commands that must be there
 * @property {string} source the folder of its source, copied before it is installed; several share one
 * @property {string[][]} install commands, run in that folder
 * @property {(folder: string) => string} version of the framework, once it is installed
 * @property {(port: number) => string[]} command that starts the server in that folder
 * @property {(folder: string, port: number, inner: number) => string[]} [before] a proxy that listens instead; the server then gets `inner`
 */

const python = (name, packages, command) => ({
  ...{ name, source: 'python', tools: ['python3'], command },
  install: [
    ['python3', '-m', 'venv', 'venv'],
    ['venv/bin/pip', 'install', '--quiet', '--requirement', 'requirements.txt'],
    ['sh', '-c', 'venv/bin/pip freeze > installed.txt'],
  ],
  version: (folder) =>
    new RegExp(`^${packages}==(.*)$`, 'im').exec(readFileSync(join(folder, 'installed.txt'), 'utf8'))?.[1] ??
    '',
});
const node = (name, module, command) => ({
  ...{ name, source: 'node', tools: ['node', 'npm'], command },
  install: [
    ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--silent'],
    [
      'node_modules/.bin/tsc',
      ...['nest.ts', '--noCheck', '--experimentalDecorators', '--emitDecoratorMetadata'],
      ...['--module', 'nodenext', '--target', 'es2022'],
    ],
  ],
  version: (folder) =>
    JSON.parse(readFileSync(join(folder, 'node_modules', module, 'package.json'), 'utf8')).version,
});
/** A server whose framework the system's packages install: `asked` prints its version, and fails where something is missing. */
const packaged = (name, source, asked, command) => ({
  ...{ name, source, command, tools: [command(0)[0]] },
  install: [['sh', '-c', `${asked} > installed.txt`]],
  version: (folder) => readFileSync(join(folder, 'installed.txt'), 'utf8').trim(),
});

/** nginx with the port that is asked for, before a server on the inner one. */
function nginx(folder, port, inner) {
  const file = join(folder, 'nginx.made.conf');
  const text = readFileSync(join(folder, 'nginx.conf'), 'utf8');
  writeFileSync(
    file,
    text.replaceAll('FOLDER', folder).replaceAll('UPSTREAM', String(inner)).replaceAll('PORT', String(port)),
  );
  return ['nginx', '-p', folder, '-c', file];
}

/** @type {Framework[]} */
export const frameworks = [
  python('FastAPI', 'fastapi', (port) => [
    'venv/bin/uvicorn',
    ...['fastapi_app:app', '--host', '127.0.0.1', '--port', String(port), '--log-level', 'error'],
  ]),
  python('Flask', 'flask', (port) => [
    'venv/bin/gunicorn',
    ...['flask_app:app', '--bind', `127.0.0.1:${port}`, '--threads', '8', '--log-level', 'error'],
  ]),
  {
    ...python('Django', 'django', (port) => [
      'venv/bin/gunicorn',
      ...['django_app:application', '--bind', `127.0.0.1:${port}`, '--threads', '8', '--log-level', 'error'],
    ]),
    name: 'Django behind nginx',
    tools: ['python3', 'nginx'],
    before: nginx,
  },
  {
    ...{ name: 'Go net/http', source: 'go', tools: ['go'] },
    install: [
      ['go', 'build', '-o', 'server', '.'],
      ['sh', '-c', 'go env GOVERSION > installed.txt'],
    ],
    version: (folder) => readFileSync(join(folder, 'installed.txt'), 'utf8').trim().replace('go', ''),
    command: () => ['./server'],
  },
  {
    ...{ name: 'Spring Boot', source: 'spring', tools: ['java', 'mvn'] },
    install: [['mvn', '--quiet', '--batch-mode', 'package']],
    version: (folder) =>
      /starter-parent<\/artifactId>\s*<version>(.*)</.exec(
        readFileSync(join(folder, 'pom.xml'), 'utf8'),
      )?.[1] ?? '',
    command: () => ['java', '-jar', 'target/server.jar'],
  },
  node('Fastify', 'fastify', () => ['node', 'fastify.mjs']),
  node('NestJS', '@nestjs/core', () => ['node', 'nest.js']),
  node('Hono', 'hono', () => ['node', 'hono.mjs']),
  node('Koa with Joi', 'koa', () => ['node', 'koa.mjs']),
  packaged('PHP', 'php', 'php -r "echo PHP_VERSION;"', (port) => [
    'php',
    ...['-d', 'display_errors=0', '-S', `127.0.0.1:${port}`, 'index.php'],
  ]),
  packaged(
    'Sinatra on Puma',
    'ruby',
    'ruby -r set -r sinatra/version -r json_schemer -e "print Sinatra::VERSION"',
    (port) => ['puma', ...['--bind', `tcp://127.0.0.1:${port}`, '--threads', '8:8', '--quiet', 'config.ru']],
  ),
  packaged(
    'Mojolicious',
    'perl',
    'perl -MMojolicious -MJSON::Validator -e "print Mojolicious->VERSION"',
    (port) => ['perl', ...['app.pl', 'daemon', '--listen', `http://127.0.0.1:${port}`]],
  ),
];
