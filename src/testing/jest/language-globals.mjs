/** The language's own global objects that tests never replace: all but Date, whose time some tests set. */
export const languageGlobals = [
  ...'Array ArrayBuffer BigInt Boolean DataView Error Float64Array Int32Array Int8Array JSON Map Math'.split(
    ' ',
  ),
  ...'Number Object Promise Proxy RangeError Reflect RegExp Set String Symbol SyntaxError'.split(' '),
  ...'TypeError Uint16Array Uint32Array Uint8Array WeakMap WeakSet'.split(' '),
];
