/** The header in which a refusal names its problems for programs, whatever the document's error has room for. */
export const problemsHeader = 'X-Mock-Problems';

/** Characters of the header, and of one problem in it. */
const maxCharacters = 1_000;
const maxProblem = 200;

/**
 * Problems as a JSON list of texts in ASCII: what else a text holds is escaped as \uXXXX. Problems for which there is no room are
 * left out, and the last entry says how many.
 */
export function problemList(problems: readonly string[]): string {
  const kept: string[] = [];
  let left = maxCharacters - '["and 10000 more"]'.length;
  for (const problem of problems) {
    const text = ascii(JSON.stringify(problem.slice(0, maxProblem)));
    left -= text.length + 1;
    if (left < 0) break;
    kept.push(text);
  }
  const more = problems.length - kept.length;
  return `[${[...kept, ...(more === 0 ? [] : [`"and ${more} more"`])].join(',')}]`;
}

function ascii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
