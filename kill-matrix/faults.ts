/** Every single fault of the kill matrix, by topic. Each breaks one sentence of the specification, or of HTTP. */
import { acceptanceFaults } from './faults/acceptance.js';
import { credentialFaults } from './faults/credentials.js';
import { refusalStatusFaults } from './faults/refusals.js';
import { categoryFaults } from './faults/categories.js';
import { successDataFaults } from './faults/success-data.js';
import { successEnvelopeFaults } from './faults/success-envelope.js';
import { badRequestFaults } from './faults/bad-request-envelope.js';
import { refusalFaults } from './faults/refusal-envelopes.js';
import { flakyFaults } from './faults/flaky.js';
import { frameworkProblemFaults } from './faults/framework-problems.js';
import { frameworkPageFaults } from './faults/framework-pages.js';
import { orderFaults } from './faults/orders.js';
import { problemNameFaults } from './faults/problem-names.js';
import { problemCountFaults } from './faults/problem-counts.js';
import { rateLimitFaults } from './faults/rate-limit.js';
import { someRateFaults } from './faults/rates-of-some-requests.js';
import { rateFaults } from './faults/rates.js';
import { bodyCrashFaults } from './faults/crashes-on-bodies.js';
import { fieldCrashFaults } from './faults/crashes-on-fields.js';
import { valueCrashFaults } from './faults/crashes-on-values.js';
import { routingFaults } from './faults/routing.js';
import { mediaTypeFaults } from './faults/media-types.js';
import { jsonTextFaults } from './faults/json-text.js';
import { framingFaults } from './faults/framing.js';
import { unseenTypeFaults } from './faults/unseen-types.js';
import { unseenProblemFaults } from './faults/unseen-problems.js';
import type { Variation } from './variation.js';

export const FAULTS: readonly Variation[] = [
  ...successEnvelopeFaults,
  ...successDataFaults,
  ...refusalFaults,
  ...badRequestFaults,
  ...frameworkPageFaults,
  ...frameworkProblemFaults,
  ...categoryFaults,
  ...rateFaults,
  ...someRateFaults,
  ...unseenProblemFaults,
  ...unseenTypeFaults,
  ...problemCountFaults,
  ...problemNameFaults,
  ...acceptanceFaults,
  ...refusalStatusFaults,
  ...credentialFaults,
  ...routingFaults,
  ...valueCrashFaults,
  ...fieldCrashFaults,
  ...bodyCrashFaults,
  ...framingFaults,
  ...jsonTextFaults,
  ...mediaTypeFaults,
  ...rateLimitFaults,
  ...flakyFaults,
  ...orderFaults,
];
