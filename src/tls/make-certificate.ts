/** Certificates, made by node-forge, which is loaded when the first one is made. Node has no code for that, but for everything else about them. */
import { generateKeyPair, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import type { asn1 as Asn1, pki as Pki } from 'node-forge';
import { OptionError } from '../contract/option-error.js';

/** A certificate and its key, PEM. */
export interface MadeCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateOrder {
  /** The common name of its owner. */
  readonly name: string;
  /** The host names and addresses of a server. */
  readonly hosts?: readonly string[];
  /** The use of the certificate: to sign others for loopback names alone, to be a server, or to be a client. */
  readonly use: 'authority' | 'server' | 'client';
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
  /** The authority that signs it; without one it signs itself. */
  readonly signer?: MadeCertificate;
}

type Forge = typeof import('node-forge');

/** @throws OptionError where the package is missing */
export async function makeCertificate(order: CertificateOrder): Promise<MadeCertificate> {
  const { default: forge } = await loadForge();
  const { pki, md } = forge;
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const own = pki.privateKeyFromPem(privateKey.export({ type: 'pkcs1', format: 'pem' }) as string);
  const certificate = pki.createCertificate();
  certificate.publicKey = pki.setRsaPublicKey(own.n, own.e);
  // A positive number of 127 bits (RFC 5280 section 4.1.2.2).
  certificate.serialNumber = `4${randomBytes(16).toString('hex').slice(1)}`;
  certificate.validity.notBefore = new Date(order.from);
  certificate.validity.notAfter = new Date(order.until);
  const subject = [
    { name: 'commonName', value: order.name },
    { name: 'organizationName', value: 'Drydock' },
  ];
  certificate.setSubject(subject);
  const signer = order.signer && pki.certificateFromPem(order.signer.cert);
  certificate.setIssuer(signer?.subject.attributes ?? subject);
  certificate.setExtensions(extensionsOf(forge, order, signer));
  const signingKey = order.signer ? pki.privateKeyFromPem(order.signer.key) : own;
  certificate.sign(signingKey, md.sha256.create());
  return { cert: pki.certificateToPem(certificate), key };
}

async function loadForge(): Promise<{ readonly default: Forge }> {
  try {
    return await import('node-forge');
  } catch (cause) {
    throw new OptionError(
      '--https needs the package node-forge, which makes certificates: npm install node-forge, or bring your own with --cert and --key-file.',
      { cause },
    );
  }
}

function extensionsOf(
  { asn1 }: Forge,
  { use, hosts = [] }: CertificateOrder,
  signer: Pki.Certificate | undefined,
): object[] {
  const identifiers = [
    { name: 'subjectKeyIdentifier' },
    ...(signer
      ? [{ name: 'authorityKeyIdentifier', keyIdentifier: signer.generateSubjectKeyIdentifier().getBytes() }]
      : []),
  ];
  if (use === 'authority') {
    const value = asn1.toDer(loopbackAlone(asn1)).getBytes();
    return [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
      { id: '2.5.29.30', critical: true, value },
      ...identifiers,
    ];
  }
  const names = hosts.map((host) => (isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host }));
  return [
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', [use === 'server' ? 'serverAuth' : 'clientAuth']: true },
    ...(names.length > 0 ? [{ name: 'subjectAltName', altNames: names }] : []),
    ...identifiers,
  ];
}

/**
 * The constraint to names and addresses of this machine (RFC 5280 section 4.2.1.10): whoever gets hold of the authority's key can
 * stand in for no other host.
 */
function loopbackAlone({ Class, Type, create }: typeof Asn1): Asn1.Asn1 {
  const permit = (tag: number, value: string): Asn1.Asn1 =>
    create(Class.UNIVERSAL, Type.SEQUENCE, true, [create(Class.CONTEXT_SPECIFIC, tag, false, value)]);
  const bytes = (hex: string): string => Buffer.from(hex, 'hex').toString('latin1');
  return create(Class.UNIVERSAL, Type.SEQUENCE, true, [
    create(Class.CONTEXT_SPECIFIC, 0, true, [
      permit(2, 'localhost'),
      permit(7, bytes('7f000000ff000000')),
      permit(7, bytes(`${'00'.repeat(15)}01${'ff'.repeat(16)}`)),
    ]),
  ]);
}
