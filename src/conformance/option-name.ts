/** Options of `verify` that a reason or an error may name. */
export type OptionName =
  | 'url'
  | 'key'
  | 'auth'
  | 'expiredKey'
  | 'limitedKey'
  | 'level'
  | 'only'
  | 'rerun'
  | 'budget'
  | 'rate'
  | 'maxTime'
  | 'timeoutMs'
  | 'concurrency'
  | 'allowWrites'
  | 'probeRateLimit'
  | 'minJudged'
  | 'partial';

/** The name of an option where the reader can set it; on a command line its flag. */
export type NameOption = (option: OptionName) => string;
