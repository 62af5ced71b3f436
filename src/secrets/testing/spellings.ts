const base64 = (text: string) => Buffer.from(text).toString('base64');
const each = (spell: (code: number) => string) => (text: string) =>
  Array.from(text, (character) => spell(character.charCodeAt(0))).join('');
const escapes = (prefix: string, digits: number) =>
  each((code) => prefix + code.toString(16).padStart(digits, '0'));

/** Names in HTML of the punctuation of ASCII, in its order. */
const punctuation = ` !"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}`;
const namesInHtml = [
  ...'nbsp excl quot num dollar percnt amp apos lpar rpar ast plus comma #45 period sol'.split(' '),
  ...'colon semi lt equals gt quest commat lsqb bsol rsqb Hat lowbar grave lcub vert rcub'.split(' '),
];
const htmlName = (character: string) => namesInHtml[punctuation.indexOf(character)] ?? '';

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
  'in octal escapes': each((code) => `\\${code.toString(8).padStart(3, '0')}`),
  'in escapes of eight digits': escapes('\\U', 8),
  'in escapes of old scripts': escapes('%u', 4),
  'in braced escapes': each((code) => `\\u{${code.toString(16)}}`),
  'in HTML': each((code) => `&#${code};`),
  'in HTML, hexadecimal': each((code) => `&#x${code.toString(16)};`),
  'in HTML, by names': (text) => text.replace(/[^\w~]|_/g, (character) => `&${htmlName(character)};`),
};
