import type { QuotedPart } from '../document/quotation.js';
import type { StatedContract } from '../document/stated-contract.js';
import type { Level } from '../level.js';
import { appliesToDocument } from './applies-to.js';
import type { LoadedRule } from './rule.js';

/**
 * What a rule says where another document than this service's is checked. The service's specification says nothing there: a
 * rule rests on a standard, or on that document, which each failure quotes.
 */
export interface InOtherDocuments {
  readonly title?: string;
  /** Weaker, where other documents don't state what this service's does. */
  readonly level?: Level;
  /** Of the standard that the rule rests on, with its sentence; without both it rests on the document. */
  readonly section?: string;
  readonly sentence?: string;
  readonly expected?: readonly string[];
  /** The part of an operation that a failure quotes where it names no constraint; the whole operation otherwise. */
  readonly quotes?: QuotedPart;
}

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

/** Whether a rule rests on a standard and not on a document. */
export function restsOnStandard({ section }: Pick<LoadedRule, 'section'>): boolean {
  return /^(?:RFC|JSON|OpenAPI|OWASP)\b/.test(section);
}
