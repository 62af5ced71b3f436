/** Imports the modules that the parent process names, one after the other, and sends back what each prints. */
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

const longestMs = 30_000;

let printed = '';
for (const stream of [process.stdout, process.stderr])
  stream.write = (text) => {
    printed += text;
    return true;
  };

process.on('message', async ({ folder, file }) => {
  process.chdir(folder);
  printed = '';
  try {
    await Promise.race([importWhole(pathToFileURL(file).href), unhandledRejection()]);
    process.send({ printed, failed: false });
  } catch (error) {
    process.send({ printed: printed + inspect(error), failed: true });
  }
});

/** A module may go on after its import; it has ended once its servers are closed, as its process would. */
async function importWhole(url) {
  const before = servers();
  const start = performance.now();
  await import(url);
  while (servers() > before) {
    if (performance.now() - start > longestMs) throw new Error('It leaves a server open.');
    await setTimeout(5);
  }
}

function servers() {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length;
}

function unhandledRejection() {
  process.removeAllListeners('unhandledRejection');
  return new Promise((_, reject) => process.once('unhandledRejection', reject));
}
