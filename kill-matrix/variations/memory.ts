/** Differences in what a server remembers between requests, or mixes up between requests that are under way at once. */
import { setTimeout } from 'node:timers/promises';
import type { Answer, Call } from '../reference-server/stages.js';
import type { Change } from './changes.js';
import type { When } from './conditions.js';
import type { Apply } from '../reference-server/reference-server.js';

/** Changes answers by what the server remembers; each server begins with a memory of its own. */
export const withMemory =
  <Memory>(begin: () => Memory, change: (answer: Answer, call: Call, memory: Memory) => Answer): Apply =>
  ({ decide }) => {
    const memory = begin();
    return { decide: (call) => change(decide(call), call, memory) };
  };

/**
 * Gives an answer again to later requests that have the same key in the cache: those whose own answer `reads` picks, which
 * are all of them when the cache stands before every check.
 */
export const cached = (when: When, keyOf: (call: Call) => string, reads: When = when): Apply =>
  withMemory(
    () => new Map<string, Answer>(),
    (answer, call, answers) => {
      const key = keyOf(call);
      const known = answers.get(key);
      if (known && reads(answer, call)) return known;
      if (when(answer, call)) answers.set(key, answer);
      return answer;
    },
  );

/** Changes answers once a request of some kind was answered before. */
export const after = (earlier: When, when: When, change: Change): Apply =>
  withMemory(
    () => ({ happened: false }),
    (answer, call, memory) => {
      const changed = memory.happened && when(answer, call) ? change(answer, call) : answer;
      memory.happened ||= earlier(answer, call);
      return changed;
    },
  );

/** Changes the first of the answers that `when` picks after a request of some kind. */
export const onceAfter = (earlier: When, when: When, change: Change): Apply =>
  withMemory(
    () => ({ happened: false }),
    (answer, call, memory) => {
      const isNext = memory.happened && when(answer, call);
      memory.happened = earlier(answer, call) || (memory.happened && !isNext);
      return isNext ? change(answer, call) : answer;
    },
  );

/** Changes some of the answers that `when` picks, by their number, which begins at 1. */
const byNumber =
  (isChanged: (number: number, n: number) => boolean) =>
  (n: number, when: When, change: Change): Apply =>
    withMemory(
      () => ({ count: 0 }),
      (answer, call, memory) =>
        when(answer, call) && isChanged(++memory.count, n) ? change(answer, call) : answer,
    );

/** Changes the n-th, 2n-th and so on of the answers that `when` picks. */
export const everyNth = byNumber((number, n) => number % n === 0);

/** Changes the answers that `when` picks from the n-th on. */
export const fromNth = byNumber((number, n) => number >= n);

/** Changes the answers that `when` picks before the n-th. */
export const untilNth = byNumber((number, n) => number < n);

/** A request that is under way, with the answer that it would get alone. */
export interface UnderWay {
  readonly call: Call;
  readonly answer: Answer;
}

/** The requests that came meanwhile, in the order of arrival; at least one request. */
type Others = readonly [UnderWay, ...UnderWay[]];

/** As long as a database takes; requests that are sent side by side are then under way together. */
const WORK_MS = 25;

/**
 * Changes answers to requests that were under way together with others: the answers that `when` picks take a while.
 */
export const sideBySide =
  (when: When, change: (answer: Answer, call: Call, others: Others) => Answer): Apply =>
  ({ encode, send }) => {
    const answers = new Map<Call, Answer>();
    const underWay = new Map<UnderWay, UnderWay[]>();
    return {
      encode(answer, call) {
        answers.set(call, answer);
        return encode(answer, call);
      },
      async send(wire, response, call) {
        const answer = answers.get(call);
        answers.delete(call);
        if (!answer || !when(answer, call)) return send(wire, response, call);
        const self = { call, answer };
        const others = [...underWay.keys()];
        for (const met of underWay.values()) met.push(self);
        underWay.set(self, others);
        await setTimeout(WORK_MS);
        underWay.delete(self);
        const [first, ...more] = others;
        const changed = first ? change(answer, call, [first, ...more]) : answer;
        return send(encode(changed, call), response, call);
      },
    };
  };

/** A request that is not the first on its connection. */
export const onKeptConnection: When = (_answer, { connection }) => connection.requests > 1;
