import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { packageFile } from '../../contract/package-root.js';
import { suiteGroups, unsatisfiedGroups } from '../../values/testing/test-suite.js';
import { explainedRule, requestLines } from './made/agent-results.js';
import { commandHelp, overviewHelp, reportFormats } from './made/command-help.js';
import { controlApiTable } from './made/control-api-table.js';
import { changeTable, leftOutTable } from './made/change-table.js';
import { dependencyTable } from './made/dependency-table.js';
import {
  comparedPairsTable,
  documentsSummary,
  documentsTable,
  selfVerifySummary,
  refusalsSummary,
  resourcesTable,
  selfVerifyTable,
  walksTable,
  frameworkFindingsTable,
  frameworksTable,
  mendedFrameworksTable,
  documentPeersTable,
  peersTable,
} from './made/bench-tables.js';
import { errorTable } from './made/error-table.js';
import { faultCount, killMatrixTable, variantCount } from './made/kill-matrix-table.js';
import { fenced } from './made/markdown-table.js';
import { ruleCount, ruleLevels, ruleTable } from './made/rule-parts.js';
import { mockFlags } from '../../options/mock-options.js';
import { ownProxyFlags } from '../../options/proxy-options.js';
import { verifyFlags } from '../../options/verify-options.js';
import { flagRows, mcpTools, optionRows, pageTaskTable, searchTokenTable } from './option-tables.js';
import { requestFiles } from './request-files.js';
import {
  breakingScenarios,
  channelTable,
  clientScenarios,
  faultTable,
  scenarioCount,
  scenarioFields,
} from './made/scenario-parts.js';

/** The commands whose help stands on a page. */
const commands = [
  ...['mock', 'verify', 'drift', 'diff', 'proxy', 'scenarios', 'spec', 'compile', 'types', 'coverage'],
  ...['mcp', 'use', 'reset', 'requests', 'webhook', 'completion'],
];

/** Makers of the marked parts of the pages, by name. */
export const madeParts: Readonly<Record<string, () => string | Promise<string>>> = {
  'client-scenarios': clientScenarios,
  'breaking-scenarios': breakingScenarios,
  'scenario-count': scenarioCount,
  'scenario-fields': scenarioFields,
  'channel-table': channelTable,
  'fault-table': faultTable,
  'rule-table': ruleTable,
  'rule-count': ruleCount,
  'rule-levels': ruleLevels,
  'report-formats': reportFormats,
  'kill-matrix': killMatrixTable,
  'kill-matrix-faults': faultCount,
  'kill-matrix-variants': variantCount,
  'contract-peers': peersTable,
  'document-peers': () => documentPeersTable(),
  'document-peers-large': () => documentPeersTable('document-peers-large'),
  frameworks: frameworksTable,
  'framework-findings': frameworkFindingsTable,
  'framework-mended': mendedFrameworksTable,
  'error-table': errorTable,
  'control-api': controlApiTable,
  'change-table': changeTable,
  'change-table-left-out': leftOutTable,
  'dependency-table': dependencyTable,
  'prism-version': prismVersion,
  'compared-pairs': comparedPairsTable,
  'documents-table': documentsTable,
  'documents-summary': documentsSummary,
  'self-verify-table': selfVerifyTable,
  'self-verify-summary': selfVerifySummary,
  'walks-table': walksTable,
  'resources-table': resourcesTable,
  'refusals-summary': refusalsSummary,
  'suite-groups': () => String(suiteGroups.length),
  'suite-share': () => `${(100 - (100 * unsatisfiedGroups.length) / suiteGroups.length).toFixed(1)}%`,
  'request-files': () => String(requestFiles().length),
  'drydock-help': overviewHelp,
  ...Object.fromEntries(commands.map((name) => [`${name}-help`, () => commandHelp(name)])),
  'mock-options': () => optionRows(mockFlags),
  'verify-options': () => optionRows(verifyFlags),
  'proxy-options': () => flagRows(ownProxyFlags),
  'mcp-tools': mcpTools,
  'mcp-requests': requestLines,
  'mcp-explained': explainedRule,
  'search-tokens': searchTokenTable,
  'page-tasks': pageTaskTable,
  'mock-numbers': mockNumbers,
  'jest-example': () => example('src/client/examples/jest.test.ts'),
  'vitest-import': vitestImport,
  'playwright-example': () => example('src/client/examples/playwright.test.ts'),
  'storybook-mock': () => projectFile('storybook/mock.js'),
  'storybook-preview': () => projectFile('storybook/.storybook/preview.js'),
  'storybook-preview-csf3': () => projectFile('storybook/.storybook-csf3/preview.js'),
  'storybook-stories': () => projectFile('storybook/categories.stories.jsx'),
  'react-native-polyfills': () => projectFile('react-native/polyfills.js'),
  'react-native-mock': () => projectFile('react-native/mock.js'),
  'react-native-index': () => projectFile('react-native/index.js'),
  'project-shipment': () => projectFile('shipment.json'),
  'node-test-client': () => projectFile('node-test/shipping-client.mjs'),
  'node-test-tests': () => projectFile('node-test/shipping.test.mjs'),
  'pytest-requirements': () => projectFile('pytest/requirements.txt'),
  'pytest-client': () => projectFile('pytest/shipping_client.py'),
  'pytest-conftest': () => projectFile('pytest/conftest.py'),
  'pytest-tests': () => projectFile('pytest/test_shipping.py'),
  'junit-pom': () => projectFile('junit/pom.xml'),
  'junit-client': () => projectFile('junit/src/main/java/shop/ShippingClient.java'),
  'junit-sandbox': () => projectFile('junit/src/test/java/shop/Sandbox.java'),
  'junit-tests': () => projectFile('junit/src/test/java/shop/ShippingClientTest.java'),
  'newman-collection': () => projectFile('newman/collection.json'),
  'bruno-manifest': () => projectFile('bruno/bruno.json'),
  'bruno-collection': () => projectFile('bruno/collection.bru'),
  'bruno-rates': () => projectFile('bruno/rates.bru'),
  'bruno-spent-quota': () => projectFile('bruno/spent-quota.bru'),
  'bruno-verify': () => projectFile('bruno/verify.bru'),
  'openapi-fetch-client': () => projectFile('openapi-fetch/shipping-client.mts'),
  'openapi-fetch-tests': () => projectFile('openapi-fetch/shipping.test.mts'),
  'orval-config': () => projectFile('orval/orval.config.mjs'),
  'orval-fetch': () => projectFile('orval/shipping-fetch.ts'),
  'orval-query': () => projectFile('orval/categories.ts'),
  'orval-tests': () => projectFile('orval/categories.test.ts'),
  'go-client': () => projectFile('go/shipping.go'),
  'go-sandbox': () => projectFile('go/sandbox_test.go'),
  'go-tests': () => projectFile('go/shipping_test.go'),
  'nextjs-page': () => projectFile('nextjs/app/page.jsx'),
  'nextjs-tests': () => projectFile('nextjs/categories.test.mjs'),
  'sveltekit-load': () => projectFile('sveltekit/src/routes/+page.server.js'),
  'k6-script': () => projectFile('k6/rates.js'),
  'mocha-tests': () => projectFile('mocha/shipping.test.mjs'),
  'flaky-scenario': () => fenced('yaml', source('scenarios/flaky.yaml')),
};

/** The version that the benchmarks install. */
function prismVersion(): string {
  const { dependencies } = JSON.parse(source('bench/package.json')) as {
    dependencies: Record<string, string>;
  };
  return dependencies['@stoplight/prism-cli'] ?? '';
}

/** The tables of bench/results/mock.json; its picture in docs must be of the same figures. */
function mockNumbers(): string {
  const update = process.env.UPDATE_DOCS === undefined ? [] : ['--write-picture'];
  return execFileSync(process.execPath, [packageFile('bench', 'mock-report.mjs'), ...update], {
    encoding: 'utf8',
  });
}

/** A file of examples as a user of the package would write it. */
function example(file: string): string {
  const text = source(file)
    .replace(/(['"])(?:\.\.\/)+index\.js\1/g, "'drydock-kit/client'")
    .replace(/^import type .*openapi\.js';\n/m, '');
  return fenced('ts', text);
}

/** The language of a block by the end of a file's name, and what begins a comment in it. */
const languages: Readonly<Record<string, readonly [language: string, comment: string]>> = {
  js: ['js', '//'],
  jsx: ['js', '//'],
  mjs: ['js', '//'],
  py: ['python', '#'],
  txt: ['text', '#'],
  go: ['go', '//'],
  java: ['java', '//'],
  mts: ['ts', '//'],
};

/** A file of a project that `.ci/check-projects.mjs` runs; its first line names it, where the language has comments. */
function projectFile(path: string): string {
  const name = path.slice(path.indexOf('/') + 1);
  const [language, comment] = languages[extname(path).slice(1)] ?? [extname(path).slice(1), ''];
  const first = comment === '' ? '' : `${comment} ${name}\n`;
  return fenced(language, `${first}${source(`.ci/projects/${path}`)}`);
}

/** The line that differs when the Jest example runs under Vitest. */
function vitestImport(): string {
  const [line] = /^import .* from '@jest\/globals';$/m.exec(source('src/client/examples/jest.test.ts')) ?? [];
  if (line === undefined) throw new Error('The Jest example does not import @jest/globals.');
  return fenced('ts', line.replace('@jest/globals', 'vitest'));
}

function source(file: string): string {
  return readFileSync(packageFile(...file.split('/')), 'utf8');
}
