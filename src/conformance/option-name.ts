/** Options of `verify` that a reason or an error may name. */
export type OptionName =
  'url' | 'key' | 'expiredKey' | 'limitedKey' | 'level' | 'only' | 'probeRateLimit' | 'minJudged' | 'rerun';

/** How an option is called where the reader can set it; a command line says its flag. */
export type NameOption = (option: OptionName) => string;
