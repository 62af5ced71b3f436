/** A state in Redis keeps the laws of a store. */
import { beforeAll } from 'vitest';
import { RedisServer, whyNoRedis } from '../../testing/redis-server.js';
import { describeUnless } from '../../testing/unless.js';
import { stateLaws } from '../testing/state-laws.js';
import { readRedisAddress } from './address.js';
import { RedisState } from './redis-state.js';

describeUnless(whyNoRedis, 'a store over Redis', () => {
  let redis: RedisServer;
  let count = 0;
  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  stateLaws(async ({ defaultScenario, journalEntries: entries }) => {
    const address = readRedisAddress(`${redis.patientUrl}&prefix=law-${(count += 1)}`);
    if (!address) throw new Error('The address is not understood.');
    const clock = { shift: 0 };
    const state = await RedisState.open({
      ...{ address, defaultScenario, journal: { entries }, clockShift: () => clock.shift },
    });
    return { state, advance: (milliseconds) => void (clock.shift += milliseconds) };
  });
});
