/** Every lawful difference of the kill matrix: servers that keep the contract and must not be failed. */
import { lawfulMessages } from './variants/messages.js';
import { lawfulTransport } from './variants/transport.js';
import { lawfulData } from './variants/data.js';
import { lawfulPacing } from './variants/pacing.js';
import { lawfulLimits } from './variants/limits.js';
import { lawfulRoutes } from './variants/routes.js';
import { lawfulBodies } from './variants/bodies.js';
import type { Variation } from './variation.js';

export const LAWFUL: readonly Variation[] = [
  ...lawfulData,
  ...lawfulTransport,
  ...lawfulMessages,
  ...lawfulBodies,
  ...lawfulRoutes,
  ...lawfulLimits,
  ...lawfulPacing,
];
