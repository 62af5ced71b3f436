import type { Stage } from '../exchange/exchange.js';
import { answerOperation } from './answer-operation.js';
import { authenticate } from './authenticate.js';
import { checkMediaType } from './check-media-type.js';
import { findOperation } from './find-operation.js';
import { followScenario } from './follow-scenario.js';
import { requireHost } from './require-host.js';
import { spendQuota } from './spend-quota.js';
import { validateRequest } from './validate-request.js';

/** The stages in the order in which they may end a request (DESIGN: order of refusals). */
export const stages: readonly Stage[] = [
  requireHost,
  followScenario,
  authenticate,
  spendQuota,
  findOperation,
  checkMediaType,
  validateRequest,
  answerOperation,
];
