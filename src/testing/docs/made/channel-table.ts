import { channels } from '../../../scenarios/channels.js';
import { code, markdownTable } from './markdown-table.js';

/** The channels, strongest first. */
export function channelTable(): string {
  const rows = channels
    .toSorted((a, b) => b.strength - a.strength)
    .map(({ name, usage, affects }) => [code(name), usage, affects]);
  return markdownTable(['channel', 'how to use it', 'for whom'], rows);
}
