/** A parser that says where a text stops being JSON. The build puts it in here as an ES module, which every bundler can follow. */
export { parse, printParseErrorCode } from 'jsonc-parser';
