/** Serves one of the services with documents of their own as a process, to measure any tool against it. */
import { packageFile } from '../../src/contract/package-root.js';
import type { FlagTable } from '../../src/cli/flags.js';
import { endWith, readCommandLine } from '../command-line.js';
import { contractOf } from './check-service.js';
import { credentialsOf } from './credentials.js';
import { documentServices } from './services.js';

const usage = `node dist/kill-matrix/documents/serve.js [flags] SERVICE [CHANGE]

Serves a service, unchanged or with the fault or variant CHANGE, at a free port until it is stopped. The first line is its URL.`;

const flags: FlagTable = {
  list: { help: 'prints every service with its faults and variants as JSON instead' },
};

const given = readCommandLine(usage, flags, 2);
const [wanted, change] = given.positionals;

if (given.has('list')) {
  const listed = documentServices.map(async (service) => {
    const { name, document, allowWrites, headers, faults, variants } = service;
    const file = packageFile('kill-matrix', 'documents', name, document);
    const { auth, spelled } = credentialsOf(await contractOf(service), headers);
    return { name, file, allowWrites, headers: spelled, auth, faults, variants };
  });
  console.log(JSON.stringify(await Promise.all(listed), null, 2));
} else {
  const service =
    documentServices.find((one) => one.name === wanted) ??
    endWith(`No service is called ${JSON.stringify(wanted ?? '')}; --list prints them all.`);
  const server = await service.listen(change);
  console.log(server.url);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
}
