/** Certificates for one test file: an authority of this machine, and what it signed. */
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { makeCertificate, type CertificateOrder, type MadeCertificate } from '../../tls/make-certificate.js';
import { temporaryFolder } from '../temporary-folder.js';

/** A certificate with its key, and the paths of the files that hold them. */
export interface TestCertificate extends MadeCertificate {
  readonly certFile: string;
  readonly keyFile: string;
}

export type TestCertificates = Awaited<ReturnType<typeof testCertificates>>;

const day = 86_400_000;

/** A certificate of two days, and its files. */
export async function testCertificate(
  order: Pick<CertificateOrder, 'name' | 'use'> & Partial<CertificateOrder>,
): Promise<TestCertificate> {
  const folder = temporaryFolder();
  const now = Date.now();
  const made = await makeCertificate({ from: now - day, until: now + day, ...order });
  const [certFile, keyFile] = [join(folder, `${order.name}.pem`), join(folder, `${order.name}.key.pem`)];
  writeFileSync(certFile, made.cert);
  writeFileSync(keyFile, made.key);
  return { ...made, certFile, keyFile };
}

/** The server's is for `localhost` and `127.0.0.1`. */
export async function testCertificates() {
  const authority = await testCertificate({ name: 'authority', use: 'authority' });
  const signer = authority;
  const hosts = ['localhost', '127.0.0.1'];
  return {
    authority,
    server: await testCertificate({ name: 'server', use: 'server', hosts, signer }),
    client: await testCertificate({ name: 'client', use: 'client', signer }),
  };
}
