/**
 * The compose file and the feature for dev containers, as far as they go without a daemon: what they name exists, and the feature's
 * script runs with an npm that installs nothing.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { mock } from '../../cli/commands/mock.js';
import { readFlags } from '../../cli/flags.js';
import { packageFile } from '../../contract/package-root.js';
import { temporaryFolder } from '../temporary-folder.js';

const { version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string };

describe('deploy/compose.yaml', () => {
  const file = packageFile('deploy', 'compose.yaml');
  const { services } = parse(readFileSync(file, 'utf8')) as {
    services: {
      mock: {
        build: { context: string; dockerfile: string };
        image: string;
        command: string[];
        environment: Record<string, string>;
        ports: string[];
      };
    };
  };
  const { build, image, command, environment, ports } = services.mock;

  it('builds the Dockerfile, under the name of this version', () => {
    expect(existsSync(join(dirname(file), build.context, build.dockerfile))).toBe(true);
    expect(image).toBe(`drydock-kit:${version}`);
  });

  it('starts the mock with existing flags, known under the name of its service', () => {
    const given = readFlags(mock.flags, command.slice(1), {}, 0);
    expect([command[0], given.text('host'), given.texts('allow-host')]).toEqual([
      'mock',
      '0.0.0.0',
      Object.keys(services),
    ]);
    expect(Object.keys(environment)).toEqual(['DRYDOCK_CONTROL_TOKEN']);
  });

  it('lets only this machine reach the ports that the image has', () => {
    const exposed = /^EXPOSE (.+)$/m.exec(readFileSync(packageFile('deploy', 'Dockerfile'), 'utf8'))?.[1];
    expect(ports).toEqual(exposed?.split(' ').map((port) => `127.0.0.1:${port}:${port}`));
  });
});

describe('the feature for dev containers', () => {
  const folder = packageFile('deploy', 'devcontainer-feature');
  const feature = JSON.parse(readFileSync(join(folder, 'devcontainer-feature.json'), 'utf8')) as {
    id: string;
    version: string;
    options: Record<string, { type: string; default: string; description: string }>;
    containerEnv: Record<string, string>;
  };

  function install(programs: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) {
    const bin = temporaryFolder();
    for (const [name, script] of Object.entries(programs)) {
      writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(bin, name), 0o755);
    }
    return spawnSync('/bin/sh', [join(folder, 'install.sh')], {
      env: { PATH: bin, ...env },
      encoding: 'utf8',
    });
  }
  const npm = 'echo "npm $*"';
  const drydock = 'echo "drydock $*"';

  it('has the version of the package, and options with a type and a default', () => {
    expect(feature).toMatchObject({ id: 'drydock', version });
    expect(feature.options).toEqual({
      package: { type: 'string', default: 'drydock-kit', description: expect.any(String) },
    });
    const given = readFlags(mock.flags, [], feature.containerEnv, 0);
    expect(given.text('control-port')).toBe('4011');
  });

  it('installs the package for all users, and runs it once', () => {
    const { stdout, status } = install({ npm, drydock });
    expect([stdout, status]).toEqual([
      'npm install --global --no-audit --no-fund drydock-kit\ndrydock --version\n',
      0,
    ]);
  });

  it('installs what the option names, and fails where npm fails', () => {
    expect(install({ npm, drydock }, { PACKAGE: '/tmp/drydock.tgz' }).stdout).toContain(
      ' /tmp/drydock.tgz\n',
    );
    expect(install({ npm: 'exit 1', drydock }).status).toBe(1);
  });

  it('says what it needs where there is no npm', () => {
    const { stderr, status } = install({});
    expect(status).toBe(1);
    expect(stderr).toContain('add the feature ghcr.io/devcontainers/features/node');
  });
});
