/** Every lawful difference of the kill matrix: servers that keep the contract and must not be failed. */
import { lawfulAnswers } from './lawful/answers.js';
import { lawfulPacing } from './lawful/pacing.js';
import { lawfulRequests } from './lawful/requests.js';
import type { Variation } from './variation.js';

export const LAWFUL: readonly Variation[] = [...lawfulAnswers, ...lawfulRequests, ...lawfulPacing];
