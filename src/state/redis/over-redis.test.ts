/** What the tests beside this one show of a mock with its state in memory holds with its state in Redis, too. */
import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { everyMock } from '../../testing/mock-server.js';
import { hasProgram, RedisServer } from '../../testing/redis-server.js';

if (hasProgram('redis-server')) {
  const redis = await RedisServer.start();
  // Each mock of a test has a store of its own, as it has in memory.
  everyMock.options = () => ({ redis: `${redis.url}?prefix=${randomUUID()}` });
  await import('../../mock/determinism.test.js');
  await import('../../mock/orders.test.js');
  await import('../../mock/quota.test.js');
  await import('../../mock/scenarios/scenario-isolation.test.js');
  await import('../../mock/scenarios/scenario-schedules.test.js');
} else {
  process.stderr.write('The tests over Redis are skipped, there is no redis-server on this machine.\n');
  describe.skip('over Redis', () => {
    it.todo('tests of other files');
  });
}
