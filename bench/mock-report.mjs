/**
 * Prints the measured numbers of docs/performance.md; fails when docs/mock-numbers.svg is not made of the same results. `--write` writes
 * both, `--write-picture` the picture before printing.
 */
import { isPictureCurrent, madeTables, writePicture, writeReport } from './mock/report.mjs';

if (process.argv.includes('--write')) writeReport();
if (process.argv.includes('--write-picture')) writePicture();
if (isPictureCurrent()) {
  process.stdout.write(madeTables());
} else {
  console.error(
    'docs/mock-numbers.svg is not made of bench/results/mock.json: run node bench/mock-report.mjs --write.',
  );
  process.exitCode = 1;
}
