// The service's certificates: its own, and those that it presents to systems. Both are read again when their files change. Those of other
// servers (database, Redis, proxies) are seen when a connection is opened.
import { X509Certificate } from 'node:crypto';
import { readServerCertificate } from '../config/certificates.ts';
import type { FaultList } from '../config/files.ts';
import type { TlsCertificate } from '../http/server/connection/http-server.ts';
import type { ServiceInputs } from './parts.ts';

/**
 * Notes when the certificates of the service (`service`) and of the systems (`systems/ehr`) expire, also after they have been renewed.
 * @returns reads the service's own certificate again, and applies a new one. Adds the faults of one that cannot be used.
 */
export const watchedCertificates = (inputs: ServiceInputs) => {
  const { logger, certificateExpiries: expiries } = inputs;
  const { settings, region, tls } = inputs.configuration;
  if (tls !== undefined) expiries.set('service', tls.expires);
  for (const { name, tls: ofSystem, onRenewed } of region.systems) {
    const show = ({ cert }: typeof ofSystem) => {
      if (cert !== undefined) expiries.set(`systems/${name}`, new X509Certificate(cert).validToDate);
    };
    show(ofSystem);
    onRenewed?.(renewed => show(renewed.tls));
  }
  let own = tls;
  return (apply: (certificate: TlsCertificate) => void, list: FaultList): void => {
    if (own === undefined) return;
    const read = readServerCertificate(settings, list);
    if (read === undefined || (read.cert === own.cert && read.key === own.key)) return;
    apply(read);
    own = read;
    expiries.set('service', read.expires);
    logger.info({ expires: read.expires }, 'the TLS certificate was renewed');
  };
};
