/** A state in Redis keeps the laws of a store. */
import { it } from '@jest/globals';
import { RedisServer, whyNoRedis } from '../../testing/redis-server.js';
import { describeUnless } from '../../testing/unless.js';
import { storeUnderTest } from '../testing/state-under-test.js';
import { readRedisAddress } from './address.js';
import { RedisState } from './redis-state.js';

if (whyNoRedis === undefined) {
  const redis = await RedisServer.start();
  let count = 0;
  storeUnderTest.create = async ({ defaultScenario, journalEntries: entries }) => {
    const address = readRedisAddress(`${redis.patientUrl}&prefix=law-${(count += 1)}`);
    if (!address) throw new Error('The address is not understood.');
    const clock = { shift: 0 };
    const state = await RedisState.open({
      ...{ address, defaultScenario, journal: { entries }, clockShift: () => clock.shift },
    });
    return { state, advance: (milliseconds) => void (clock.shift += milliseconds) };
  };
  for (const laws of ['document', 'journal', 'quota', 'sandbox', 'scenario-choice'])
    await import(`../testing/${laws}-laws.test.js`);
} else {
  describeUnless(whyNoRedis, 'the laws of a store over Redis', () => {
    it.todo('tests of other files');
  });
}
