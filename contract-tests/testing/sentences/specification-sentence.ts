/** A sentence of the service specification that says something about requests or responses. */
export type SpecificationSentence = {
  readonly section: string;
  readonly sentence: string;
} & (
  | {
      /** Ids of the rules that check it. */
      readonly rules: readonly string[];
      readonly unchecked?: never;
    }
  | {
      /** The reason why no rule can check it. */
      readonly unchecked: string;
      readonly rules?: never;
    }
);
