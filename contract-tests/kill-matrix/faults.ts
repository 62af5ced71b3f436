/** Every single fault of the kill matrix, by topic. Each breaks one sentence of the specification, or of HTTP. */
import { acceptanceFaults } from './faults/acceptance.js';
import { authenticationFaults } from './faults/authentication.js';
import { categoryFaults } from './faults/categories.js';
import { envelopeFaults } from './faults/envelope.js';
import { errorFaults } from './faults/errors.js';
import { flakyFaults } from './faults/flaky.js';
import { frameworkFaults } from './faults/framework-pages.js';
import { orderFaults } from './faults/orders.js';
import { problemListFaults } from './faults/problem-lists.js';
import { rateLimitFaults } from './faults/rate-limit.js';
import { rateFaults } from './faults/rates.js';
import { robustnessFaults } from './faults/robustness.js';
import { routingFaults } from './faults/routing.js';
import { transportFaults } from './faults/transport.js';
import { validationFaults } from './faults/validation.js';
import type { Variation } from './variation.js';

export const FAULTS: readonly Variation[] = [
  ...envelopeFaults,
  ...errorFaults,
  ...frameworkFaults,
  ...categoryFaults,
  ...rateFaults,
  ...validationFaults,
  ...problemListFaults,
  ...acceptanceFaults,
  ...authenticationFaults,
  ...routingFaults,
  ...robustnessFaults,
  ...transportFaults,
  ...rateLimitFaults,
  ...flakyFaults,
  ...orderFaults,
];
