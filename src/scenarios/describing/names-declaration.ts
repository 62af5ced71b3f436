import { normalName, type ScenarioCatalogue } from '../scenario-catalogue.js';

/**
 * The names that a mock knows, as a TypeScript declaration: `ScenarioName` and `OperationName` of the client then have these, and any
 * other is a type error.
 */
export function namesDeclaration(catalogue: ScenarioCatalogue): string {
  const { contract } = catalogue;
  const names = catalogue.names();
  const byClass = contract.operations.some(({ responses }) =>
    [...responses.keys()].some((code) => /^([45]xx|default)$/i.test(code)),
  );
  const patterns = ['`delay-${number}ms`', '`delay-${number}s`', ...(byClass ? ['`status-${number}`'] : [])];
  const operations = contract.operations.map(({ id }) => id);
  return `// Made by "drydock types": make it anew when a name changes.
/** The names that drydock-kit's types have in this project. */
interface DrydockNames {
  scenario:${union([normalName, ...names], patterns)};
  operation:${union(operations)};
}
`;
}

/** Each text as a literal, and each pattern as it is. */
function union(texts: readonly string[], patterns: readonly string[] = []): string {
  const members = [...new Set(texts.map((text) => JSON.stringify(text))), ...patterns];
  return members.length === 0 ? ' never' : `\n    | ${members.join('\n    | ')}`;
}
