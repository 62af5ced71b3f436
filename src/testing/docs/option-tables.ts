import { searchTokens } from '../../journal/search/search-terms.js';
import { tools } from '../../mcp/call-tool.js';
import { formOf } from '../../options/check-options.js';
import { mockFlags } from '../../options/mock-options.js';
import { envName, optionName, shownDefault, type Option, type OptionTable } from '../../options/option.js';
import { ownProxyFlags } from '../../options/proxy-options.js';
import { verifyFlags } from '../../options/verify-options.js';
import { pageTasks } from '../page-tasks/page-tasks.js';
import { code, markdownTable, type MadeParts } from './made/markdown-table.js';

/** Flag, variable, key, type and default of every option of a table. */
function optionRows(table: OptionTable): string {
  const rows = Object.entries(table).map(([flag, option]) => [
    code(`--${flag}`),
    option.noEnv ? '' : code(envName(flag, option)),
    placesOf(flag, option),
    `${formOf(option).must}${option.many ? '; a list' : ''}`,
    shownDefault(option),
  ]);
  return markdownTable(['flag', 'variable', 'in a file or program', 'value', 'default'], rows);
}

/** The same for options that are flags and variables alone. */
function flagRows(table: OptionTable): string {
  const rows = Object.entries(table).map(([flag, option]) => [
    flag,
    { ...option, elsewhere: 'none' as const },
  ]);
  return optionRows(Object.fromEntries(rows) as OptionTable);
}

function placesOf(flag: string, option: Option): string {
  if (option.elsewhere === 'none') return '';
  return code(optionName(flag, option)) + (option.elsewhere === 'file' ? ' *(file)*' : '');
}

/** Tables of options, and others that follow from one list. */
export const optionParts: MadeParts = {
  /** The tools of `drydock mcp`. */
  'mcp-tools'() {
    const rows = tools.map(({ name, description, properties }) => [
      code(name),
      description,
      Object.keys(properties).map(code).join(', '),
    ]);
    return markdownTable(['tool', 'what it tells or does', 'arguments'], rows);
  },
  /** The tokens of a search in journals. */
  'search-tokens'() {
    const rows = Object.values(searchTokens).map(({ means, example }) => [code(example), means]);
    return markdownTable(['token', 'asks for'], rows);
  },
  /** The tasks that are done with the page in a test, with their clicks and keys. */
  'page-tasks'() {
    const rows = Object.values(pageTasks).map(({ task, clicks, keys }) => [task, clicks, keys]);
    return markdownTable(['task', 'clicks', 'keys'], rows);
  },
  'mock-options': () => optionRows(mockFlags),
  'verify-options': () => optionRows(verifyFlags),
  'proxy-options': () => flagRows(ownProxyFlags),
};
