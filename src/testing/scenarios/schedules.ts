import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../temporary-folder.js';

/** A scenario of each schedule: its file without title and advice, and the statuses of ten calls of GET /categories. */
export interface Scheduled {
  readonly file: string;
  readonly statuses: readonly number[];
}

const failing = 'answer: {status: 500}';

export const schedules: Readonly<Record<string, Scheduled>> = {
  always: { file: failing, statuses: [500, 500, 500, 500, 500, 500, 500, 500, 500, 500] },
  'first-three': {
    file: `when: {first: 3}\n${failing}`,
    statuses: [500, 500, 500, 200, 200, 200, 200, 200, 200, 200],
  },
  'fourth-call': {
    file: `when: {call: 4}\n${failing}`,
    statuses: [200, 200, 200, 500, 200, 200, 200, 200, 200, 200],
  },
  'some-calls': {
    file: `when: {call: [2, 3, 9]}\n${failing}`,
    statuses: [200, 500, 500, 200, 200, 200, 200, 200, 500, 200],
  },
  'every-third': {
    file: `when: {every: 3}\n${failing}`,
    statuses: [200, 200, 500, 200, 200, 500, 200, 200, 500, 200],
  },
  'then-normal': {
    file: 'steps: [{answer: {status: 500}}, {times: 2, answer: {status: 429}}, normal, {answer: {status: 404}}]',
    statuses: [500, 429, 429, 200, 404, 200, 200, 200, 200, 200],
  },
  'then-hold': {
    file: 'steps: [normal, {times: 2, answer: {status: 500}}, {answer: {status: 403}}]\natEnd: hold',
    statuses: [200, 500, 500, 403, 403, 403, 403, 403, 403, 403],
  },
  'then-loop': {
    file: 'steps: [{answer: {status: 500}}, normal, {times: 2, answer: {status: 429}}]\natEnd: loop',
    statuses: [500, 200, 429, 429, 500, 200, 429, 429, 500, 200],
  },
};

/** A folder with a file for each scenario. @param more further files by name, without title and advice */
export function scheduledScenarios(more: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  const files = Object.entries(schedules).map(([name, { file }]) => [name, file] as const);
  for (const [name, file] of [...files, ...Object.entries(more)])
    writeFileSync(join(folder, `${name}.yaml`), `title: On some calls\nadvice: Count them.\n${file}\n`);
  return folder;
}
