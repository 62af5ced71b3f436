/** A state in memory keeps the laws of a store. */
import { memoryStore } from '../testing/memory-store.js';
import { stateLaws } from '../testing/state-laws.js';

stateLaws(memoryStore);
