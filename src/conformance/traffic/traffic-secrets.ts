import { credentialsIn } from '../../secrets/credentials-in.js';
import { recognizable, registerSecret, secretsIn } from '../../secrets/message-secrets.js';
import { registeredSecrets } from '../../secrets/secret-register.js';
import { requestHeader, type RequestParts } from '../cases/request.js';
import type { Exchange } from '../target/exchange.js';

/** Bytes of a body that are searched for secrets: all that evidence shows, and more. */
const searched = 64 * 1024;

/**
 * The secrets in an exchange of ordinary traffic, found by their names: the keys are unknown here. They are registered too, so
 * that other exchanges are shown without them.
 */
export function secretsOf({ request, outcome }: Exchange): string[] {
  const received = outcome.kind === 'response' ? outcome : undefined;
  const secrets = [
    ...secretsIn({
      headers: Object.entries(request.headers),
      target: request.path,
      body: searchedText(request.body),
    }),
    ...(received ? secretsIn({ headers: received.headers, body: searchedText(received.body) }) : []),
  ];
  for (const secret of secrets) registerSecret(registeredSecrets, secret);
  return recognizable(secrets);
}

function searchedText(body: Buffer | undefined): string | undefined {
  return body?.subarray(0, searched).toString('utf8');
}

/** The credential that a request presents in Authorization, without its scheme. */
export function credentialOf(request: RequestParts): string | undefined {
  const value = requestHeader(request, 'authorization');
  return value === undefined ? undefined : credentialsIn('Authorization', value)[0];
}
