import type { CaseDraft } from '../../../src/conformance/cases/case.js';

/** A request that the document allows. */
export interface AllowedRequest extends Pick<CaseDraft, 'detail' | 'title' | 'request' | 'level'> {
  /** A request that the server rejects for the same reasons, where it may have reasons of its own to reject a value. */
  readonly twin?: Pick<CaseDraft, 'title' | 'request'>;
  /** True if the value may mean nothing to the server, so that it may be rejected. */
  readonly isGuess?: true;
  /** True if the request makes what its path names, so that a 404 rejects the name. */
  readonly makesIt?: true;
}
