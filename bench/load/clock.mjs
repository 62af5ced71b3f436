/** Milliseconds of a clock that all threads of the process share. */
const offset = Number(process.hrtime.bigint()) / 1e6 - performance.now();

export const clock = () => performance.now() + offset;
