import { searchTokens } from '../../journal/search/search-terms.js';
import { tools } from '../../mcp/call-tool.js';
import { mockFlags } from '../../options/mock-options.js';
import { optionName } from '../../options/option.js';
import { verifyOptions } from '../../options/verify-options.js';
import { code, markdownTable } from './made/markdown-table.js';

/** The options whose name in a file is not the flag's in camel case. */
export function configNames(): string {
  const rows = Object.entries({ ...mockFlags, ...verifyOptions }).flatMap(([flag, option]) => {
    const name = optionName(flag, option);
    return name === optionName(flag, { help: '' }) ? [] : [[code(`--${flag}`), code(name)]];
  });
  return markdownTable(['flag', 'in a file or program'], rows);
}

/** The tools of `drydock mcp`. */
export function mcpTools(): string {
  const rows = tools.map(({ name, description, properties }) => [
    code(name),
    description,
    Object.keys(properties).map(code).join(', '),
  ]);
  return markdownTable(['tool', 'what it tells or does', 'arguments'], rows);
}

/** The tokens of a search in journals. */
export function searchTokenTable(): string {
  const rows = Object.values(searchTokens).map(({ means, example }) => [code(example), means]);
  return markdownTable(['token', 'asks for'], rows);
}
