// When the certificates of other servers expire, as they were seen when a connection was opened.
import { checkServerIdentity, type PeerCertificate } from 'node:tls';

/** Takes the end of a certificate that a server has presented. */
export type CertificateSeen = (expires: Date) => void;

/** Node's own check of a server's name, which also reports the end of its certificate. For the options of a TLS connection. */
export const seeingCertificate = (seen: CertificateSeen) => ({
  checkServerIdentity: (host: string, certificate: PeerCertificate): Error | undefined => {
    seen(new Date(certificate.valid_to));
    return checkServerIdentity(host, certificate);
  },
});
