/** A document that can't be served: one sentence that names file, line and cause. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}
