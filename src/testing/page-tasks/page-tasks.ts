/** Tasks that people do with the page, and their clicks and keys: `page-tasks.test.ts` does each in Chromium and counts. */

export interface PageTask {
  readonly task: string;
  /** Clicks, a choice in a list of options as one. */
  readonly clicks: number;
  /** Keys, each character that is typed as one. */
  readonly keys: number;
}

export const pageTasks = {
  read: { task: 'Read a request while more arrive, then go on to the new ones', clicks: 2, keys: 0 },
  why: { task: 'Say why a request got 400', clicks: 1, keys: 0 },
  curl: { task: 'Copy a failed request as curl', clicks: 2, keys: 0 },
  again: { task: 'Send a request again with another body', clicks: 4, keys: 2 },
  next: { task: 'Give the next three requests of a sandbox 429', clicks: 2, keys: 0 },
  fail: { task: 'Make everything fail, and end that', clicks: 2, keys: 0 },
  time: { task: 'Move the time of a sandbox a day on', clicks: 2, keys: 0 },
  price: { task: 'Say what a rate consists of', clicks: 2, keys: 0 },
  field: { task: 'Find the operation that has a field', clicks: 0, keys: 13 },
  body: { task: 'Find the requests that had a word in their body', clicks: 0, keys: 6 },
  compare: { task: 'Compare two requests', clicks: 3, keys: 0 },
  har: { task: 'Export the requests as HAR', clicks: 2, keys: 0 },
  key: { task: 'Issue a key that expires, and see it refused then', clicks: 6, keys: 2 },
  coverage: { task: 'Get from a status that no test met to a response with it', clicks: 3, keys: 0 },
  keyboard: {
    task: 'Force an error, read the refused request and go back, by keyboard alone',
    clicks: 0,
    keys: 8,
  },
  restart: { task: 'Go on after a restart of the server', clicks: 1, keys: 0 },
  tabs: { task: 'Force something in one tab, and end it in another', clicks: 2, keys: 0 },
  foreign: { task: 'Send a first request to the mock of a document of others', clicks: 2, keys: 0 },
  proxy: {
    task: 'Get from a rule that a real service breaks to the response that breaks it',
    clicks: 3,
    keys: 0,
  },
  contract: {
    task: 'Run one rule of the suite against a server, and see what to fix first',
    clicks: 3,
    keys: 58,
  },
} as const satisfies Readonly<Record<string, PageTask>>;
