/** Number of texts that many servers reject in some fields: these are also sent in one field alone. */
export const rejectedByMany = 8;

/** Texts that break careless servers; each is a valid string. */
export const oddities: readonly (readonly [detail: string, text: string])[] = [
  ['quotes', `O'Brien "& Co" \\ %s %00 {{7*7}} \${x} ; --`],
  ['emoji', 'Mug 🎁 👩‍👩‍👧'],
  ['null-character', 'before\u0000after'],
  ['long', 'long text '.repeat(400)],
  ['right-to-left', 'مرحبا \u202eabc'],
  ['spaces', '   '],
  ['surrogate', 'half \ud800 a pair'],
  ['prototype', '__proto__'],
  ['word-null', 'null'],
  ['separators', 'line\r\nfeed\ttab\u2028\u0085'],
  // Texts that firewalls in front of a service take for an attack.
  ['markup', '<b>Tom & Jerry</b> <script src="//x">alert(1)</script>'],
  ['query', "Rope 5' UNION SELECT name FROM users; DROP TABLE boxes --"],
  ['path', '../../etc/passwd ..\\windows\\win.ini'],
  ['drop', 'Drop earrings, select & delete'],
  ['address', 'see https://example.com/?a=1#b'],
  ['script-address', 'javascript:void(0)'],
  ['formula', '=SUM(A1:A2)'],
  ['combining', 'Cafe\u0301 n\u0303'],
  ['beyond', 'rare \u{20bb7} \u{1f6a2} \u{e0001}'],
  ['undefined', 'undefined'],
  ['digits', '12345'],
  ['command', '$(id) `id` | cat & ${jndi:ldap://x/a} <?php ?>'],
];

/** Numbers at the limits of number types. */
export const numbers: readonly (readonly [detail: string, literal: string])[] = [
  ['huge', '1e308'],
  ['beyond', '1e400'],
  ['tiny', '1e-300'],
  ['large-integer', '9223372036854775808'],
  ['fraction', '3.14159265358979323846264'],
];

/** The same as texts. */
export const digits: readonly (readonly [detail: string, text: string])[] = [
  ['beyond', '9'.repeat(400)],
  ['large', '99999999999999999999'],
  ['exponent', '1e400'],
  ['infinity', 'Infinity'],
  ['other-digits', '٣'],
];
