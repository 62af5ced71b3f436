/** Reads about processes from Linux's /proc; NaN elsewhere. */
import { readFileSync, readdirSync } from 'node:fs';

const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

/** Processor time of a group of processes so far, in microseconds to a hundredth of a second; threads that ended included. */
export function cpuMicrosOfGroup(group) {
  return sumOfGroup(group, (fields) => ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1e6);
}

/** Resident memory of a group of processes in bytes. */
export function residentBytesOfGroup(group) {
  return sumOfGroup(group, (fields) => Number(fields[21]) * PAGE_BYTES);
}

/** Processor time of the threads that one process has now, in microseconds to the nanosecond. */
export function cpuMicrosOfThreads(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.reduce((sum, thread) => sum + nanosOf(`/proc/${pid}/task/${thread}/schedstat`) / 1000, 0);
  } catch {
    return NaN;
  }
}

const nanosOf = (file) => Number(readFileSync(file, 'utf8').split(' ')[0]);

function sumOfGroup(group, pick) {
  try {
    const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const own = all.map(statOf).filter((fields) => Number(fields[2]) === group);
    return own.reduce((sum, fields) => sum + pick(fields), 0);
  } catch {
    return NaN;
  }
}

/** The fields of /proc/PID/stat behind the name in brackets (proc(5)): from the state on, which is field 3. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    // It has ended meanwhile.
    return [];
  }
}
