/** A mock behaves with its state in Redis as it does with its state in memory. */
import { randomUUID } from 'node:crypto';
import { it } from 'vitest';
import { afterFile } from '../../testing/after-file.js';
import { everyMock } from '../../testing/mock-server.js';
import { RedisServer, whyNoRedis } from '../../testing/redis-server.js';
import { describeUnless } from '../../testing/unless.js';

if (whyNoRedis === undefined) {
  const redis = await RedisServer.start();
  // Each mock of a test has a store of its own, as it has in memory.
  const { options } = everyMock;
  afterFile(() => (everyMock.options = options));
  everyMock.options = () => ({ redis: `${redis.patientUrl}&prefix=${randomUUID()}` });
  await import('../../foreign/stateful/stateful-answers.test.js');
  await import('../../mock/determinism.test.js');
  await import('../../mock/orders.test.js');
  await import('../../mock/quota.test.js');
  await import('../../mock/scenarios/scenario-isolation.test.js');
  await import('../../mock/scenarios/scenario-schedules.test.js');
  await import('../../server/callbacks/callbacks.test.js');
} else {
  describeUnless(whyNoRedis, 'over Redis', () => {
    it.todo('tests of other files');
  });
}
