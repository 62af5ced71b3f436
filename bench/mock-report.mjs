/**
 * Prints the measured numbers of the documentation; fails when docs/mock-numbers.svg is not made of the same results. `--write`
 * writes both into docs, `--write-picture` the picture before printing.
 */
import { isPictureCurrent, madeTables, writePicture, writeReport } from './figures/report.mjs';

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
