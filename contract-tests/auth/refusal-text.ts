import { rule, type Finding } from '../../src/conformance/rules/rule.js';
import { envelopeOf } from '../../src/conformance/checks/envelope.js';

/** Words for keys and for their rejection, in languages that are written like English. */
const authentication =
  /key|token|credential|bearer|auth(?!or(?!i))|access|permi|denied|sign(?:ed|ing)?[ -]?in|log(?:ged)?[ -]?(?:in|on)|secret|expire|identi|clave|llave|cl[ée](?!\p{L})|chave|chiave|schl(?:ü|ue)ssel|sleutel|nyckel|n[øo]gle|n[øo]kkel|avain|klucz|kl[ií]č|kulcs|anahtar|kunci|jeton|berechtig|anmeld|zugang|zugriff|autori|auten|inicio de sesi/iu;

export default rule({
  title: 'A 401 says that the key is the problem.',
  level: 'MUST',
  section: '5 rule 3',
  sentence:
    'A missing or invalid key yields HTTP 401, ... message about an invalid key, and errors containing an authentication failure text.',
  expected: ['a message about the key', 'a text about authentication in errors'],
  appliesTo: { document: 'service', status: 401 },
  check(exchange) {
    const envelope = envelopeOf(exchange);
    if (typeof envelope?.message !== 'string' || !Array.isArray(envelope.errors)) return undefined;
    const texts = (envelope.errors as unknown[]).filter((text) => typeof text === 'string');
    return (
      breachIn([envelope.message], '/message', 'the message') ??
      // A list without any text is a breach of its own.
      (texts.length > 0 ? breachIn(texts, '/errors', 'errors') : undefined) ??
      'pass'
    );
  },
});

/** Undefined where one of the texts is about authentication, or in a script whose words can't be told here. */
function breachIn(texts: readonly string[], pointer: string, where: string): Finding {
  if (texts.every((text) => text.trim() === ''))
    return { actual: pointer === '/message' ? 'an empty message' : 'only empty texts in errors', pointer };
  if (texts.some((text) => authentication.test(text) || /[^\p{Script=Latin}\p{Script=Common}]/u.test(text)))
    return undefined;
  const kind = 'says nothing of a key';
  return { actual: `${where} ${JSON.stringify(texts).slice(0, 200)}`, pointer, kind };
}
