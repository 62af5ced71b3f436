const base64 = (text: string) => Buffer.from(text).toString('base64');
const escapes = (prefix: string, digits: number) => (text: string) =>
  Array.from(text, (character) => prefix + character.charCodeAt(0).toString(16).padStart(digits, '0')).join(
    '',
  );
const entities = (text: string) => Array.from(text, (character) => `&#${character.charCodeAt(0)};`).join('');

const octal = (text: string) =>
  Array.from(text, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`).join('');
const htmlNames: Readonly<Record<string, string>> = {
  ...{
    ' ': 'nbsp',
    '!': 'excl',
    '"': 'quot',
    '#': 'num',
    $: 'dollar',
    '%': 'percnt',
    '&': 'amp',
    "'": 'apos',
  },
  ...{
    '(': 'lpar',
    ')': 'rpar',
    '*': 'ast',
    '+': 'plus',
    ',': 'comma',
    '-': '#45',
    '.': 'period',
    '/': 'sol',
  },
  ...{
    ':': 'colon',
    ';': 'semi',
    '<': 'lt',
    '=': 'equals',
    '>': 'gt',
    '?': 'quest',
    '@': 'commat',
    '[': 'lsqb',
  },
  ...{
    '\\': 'bsol',
    ']': 'rsqb',
    '^': 'Hat',
    _: 'lowbar',
    '`': 'grave',
    '{': 'lcub',
    '|': 'vert',
    '}': 'rcub',
  },
};

/** Encodings that a server may apply to a text before it sends it. */
export const spellings: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'in lower case': (text) => text.toLowerCase(),
  'in base64': base64,
  'in base64url': (text) => Buffer.from(text).toString('base64url'),
  'as Basic credentials': (text) => `Basic ${base64(`user:${text}`)}`,
  'behind one character, in base64': (text) => base64(`x${text}`),
  'behind two characters, in base64': (text) => base64(`xy${text}`),
  'in base64, in capitals': (text) => base64(text).toUpperCase(),
  'in hexadecimal': (text) => Buffer.from(text).toString('hex'),
  'as Node shows a Buffer': (text) =>
    Buffer.from(text)
      .toString('hex')
      .replace(/..(?=.)/g, '$& '),
  'in a URL': encodeURIComponent,
  'in a URL, in capitals': (text) => encodeURIComponent(text).toUpperCase(),
  'in a URL, each character': escapes('%', 2),
  'in JSON, each character': escapes('\\u', 4),
  'in JSON with escaped slashes': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'in a string of a program': escapes('\\x', 2),
  'in octal escapes': octal,
  'in escapes of eight digits': escapes('\\U', 8),
  'in escapes of old scripts': escapes('%u', 4),
  'in braced escapes': (text) =>
    Array.from(text, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`).join(''),
  'in HTML': entities,
  'in HTML, hexadecimal': (text) =>
    Array.from(text, (character) => `&#x${character.charCodeAt(0).toString(16)};`).join(''),
  'in HTML, by names': (text) => text.replace(/[^\w~]|_/g, (character) => `&${htmlNames[character] ?? ''};`),
};
