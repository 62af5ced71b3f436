import type { Option } from './option.js';

/** The option beside `--spec`, wherever there is one. */
export const specRoot = {
  value: 'DIR',
  help: 'folder whose files the document of --spec may refer to',
  defaultText: "the document's own",
  isPath: true,
} as const satisfies Option;
