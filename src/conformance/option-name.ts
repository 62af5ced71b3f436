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
  | 'allowWrites'
  | 'probeRateLimit'
  | 'minJudged';

/** How an option is called where the reader can set it; a command line says its flag. */
export type NameOption = (option: OptionName) => string;
