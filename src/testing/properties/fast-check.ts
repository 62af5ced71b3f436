import fc from 'fast-check';

/**
 * fast-check with one seed, so that a test does the same on every machine and in every run. `DRYDOCK_SEED` is another one, or `random`
 * to look for what this one misses; a failure names the seed that it had.
 */
const { DRYDOCK_SEED: wanted = '20261124' } = process.env;
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) });

export { fc };
