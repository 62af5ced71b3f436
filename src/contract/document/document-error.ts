/** A document that can't be served: one sentence that names file, line and cause. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}

/** Something in a document that a reader should know of, and where. */
export interface Remark {
  /** JSON pointer. */
  readonly pointer: string;
  readonly text: string;
}

/** The end of the warning about a reference to nothing. */
export const acceptsAnything = 'its place accepts anything';
