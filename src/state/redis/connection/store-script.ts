import { defineScript } from '@redis/client';
import type { CommandParser } from '@redis/client';

export type Argument = string | Buffer;

export type StoreScript = ReturnType<typeof storeScript>;

/** A script of the store as a method of the client, which sends its text only where Redis does not know it yet. */
export function storeScript(text: string) {
  return defineScript({
    SCRIPT: text,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser: CommandParser, base: string, args: readonly Argument[]) {
      parser.pushKey(base);
      parser.push(...args);
    },
    transformReply: (reply: unknown) => reply,
  });
}
