/** The documents that a rule applies to. */
export interface DocumentScope {
  /**
   * `service`: the rule rests on this service's specification; `any`: on nothing but the document and HTTP; `other`: also, and
   * this service's document has nothing that it is about.
   */
  readonly document: 'any' | 'service' | 'other';
}

/**
 * The responses that an observing rule checks. The rule says it here alone: the plan, `only` and the evaluation follow it,
 * so that `check` and `conclude` see no other response.
 */
export interface ResponseScope extends DocumentScope {
  /** Only responses of this operation, by its operationId. */
  readonly operation?: string;
  /** Only responses with this status; `error` stands for 400 and above. */
  readonly status?: number | 'error';
  /** Only responses to bodies that were sent invalid on purpose. */
  readonly invalidBody?: true;
}
