// Fails when a generated file that is checked in is not what the generator makes now.
import { execFileSync } from 'node:child_process';

const run = (command, args) =>
  execFileSync(command, args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });

run('npm', ['run', '--silent', 'types']);
run('node', ['.ci/generate-zip3.mjs']);
const changed = run('git', [
  'status',
  '--porcelain',
  '--',
  'src',
  'openapi.yaml',
  'README.md',
  'docs',
  'scenarios',
]);
if (changed.trim() !== '') {
  console.error(`These files are not what their generators make:\n${changed}`);
  process.exit(1);
}
console.log('Generated files are current, and building and testing left the tree clean.');
