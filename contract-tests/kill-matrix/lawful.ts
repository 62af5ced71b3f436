/** Every lawful difference of the kill matrix: servers that keep the contract and must not be failed. */
import { lawfulMessages } from './lawful/messages.js';
import { lawfulTransport } from './lawful/transport.js';
import { lawfulData } from './lawful/data.js';
import { lawfulPacing } from './lawful/pacing.js';
import { lawfulLimits } from './lawful/limits.js';
import { lawfulRoutes } from './lawful/routes.js';
import { lawfulBodies } from './lawful/bodies.js';
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
