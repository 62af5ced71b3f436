import type { GatewayValues } from '../options/proxy-options.js';
import type { TargetOptions } from './target/target.js';

/** Options for the exchanges that pass a proxy. */
export type GatewayOptions = TargetOptions & Partial<Pick<GatewayValues, 'mock' | 'mockOn' | 'maxHeld'>>;
