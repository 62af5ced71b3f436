// openapi.yaml by the rules that redocly.yaml names.
import { formatProblems, getTotals, lint, loadConfig } from '@redocly/openapi-core';

const problems = await lint({ ref: 'openapi.yaml', config: await loadConfig() });
const totals = getTotals(problems);
formatProblems(problems, { totals, format: 'codeframe', version: '' });
console.log(`openapi.yaml: ${totals.errors} errors, ${totals.warnings} warnings`);
process.exitCode = totals.errors > 0 ? 1 : 0;
