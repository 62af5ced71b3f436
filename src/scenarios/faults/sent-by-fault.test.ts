import { describe, expect, it } from 'vitest';
import { loadShippingContract, shippingScenarios } from '../../shipping/shipping-service.js';
import { bytesOf, shippedFaults } from '../../testing/scenarios/shipped-faults.js';
import { loadScenarios } from '../files/load-scenarios.js';
import { sentByFault } from './sent-by-fault.js';

const body = Buffer.from('{"status":true}');
const { scenarios } = loadScenarios(shippingScenarios, await loadShippingContract());

/** The ends of a response, or of what stands in its place, by what a client sees of the connection. */
const ends = { RST: ['reset'], FIN: ['closed', 'finished'], open: ['silent', 'finished'] };

// registry.test.ts holds that every kind of fault has a scenario, and every scenario a row.
describe('what a fault lets out of a response', () => {
  it.each(Object.entries(shippedFaults))('is known before it is sent: %s', async (name, seen) => {
    const { schedule } = scenarios.get(name)!;
    const fault = schedule.kind === 'always' ? schedule.effect.fault : undefined;
    const { bytes, contentLength, end } = await sentByFault(fault!, body);
    expect(contentLength).toBe(seen.head ? body.length + (seen.announces ?? 0) : undefined);
    expect(ends[seen.end]).toContain(end);
    const expected = bytesOf(seen.body, body);
    if (expected) expect(Buffer.from(bytes)).toEqual(expected);
    else expect(Buffer.from(bytes).toString('latin1')).toMatch(/^[^{]{64}$/s);
  });
});
