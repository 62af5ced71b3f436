/** Characters of a text that a pattern looks at; what stands behind them is not searched. */
export const searchedCharacters = 10_000;

/** The search for the patterns of a verification. */
export interface PatternSearch {
  /** Tells whether the pattern is found in the text; undefined when to find out would take too long. */
  found(source: string, text: string): boolean | undefined;
}

/** For patterns of a caller that can harm only itself. */
export const plainSearch: PatternSearch = {
  found: (source, text) => new RegExp(source, 'u').test(text.slice(0, searchedCharacters)),
};
