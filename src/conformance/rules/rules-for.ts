import type { StatedContract } from '../document/stated-contract.js';
import { appliesToDocument } from './applies-to.js';
import type { LoadedRule } from './rule.js';

const restsOnDocument = {
  section: 'document',
  sentence: 'What the document says of an operation; each failure quotes it.',
} as const;

/** The rules that check anything under a document, as they are reported for it. */
export function rulesFor(rules: readonly LoadedRule[], { own }: Pick<StatedContract, 'own'>): LoadedRule[] {
  const applicable = rules.filter((rule) => appliesToDocument(rule, own));
  return own ? applicable : applicable.map(elsewhere);
}

/** A rule without the service's specification. */
function elsewhere(rule: LoadedRule): LoadedRule {
  const { inOtherDocuments = {} } = rule;
  const { title, level, expected, section, sentence } = inOtherDocuments;
  const rests = restsOnStandard(rule) && section === undefined ? {} : restsOnDocument;
  return {
    ...rule,
    ...rests,
    ...(section !== undefined && sentence !== undefined && { section, sentence }),
    ...(title !== undefined && { title }),
    ...(level !== undefined && { level }),
    ...(expected !== undefined && { expected }),
  };
}

/** Returns whether a rule rests on a standard and not on a document. */
export function restsOnStandard({ section }: Pick<LoadedRule, 'section'>): boolean {
  return /^(?:RFC|JSON|OpenAPI|OWASP)\b/.test(section);
}
