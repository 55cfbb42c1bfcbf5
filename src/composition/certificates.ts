// The service's certificates: its own, and those that it presents to systems. Both are read again when their files change. Those of other
// servers (database, Redis, proxies) are seen when a connection is opened.
import { X509Certificate } from 'node:crypto';
import type { Fault } from '../config/files.ts';
import { faultList, readServerCertificate } from '../config/index.ts';
import type { TlsCertificate } from '../http/server/connection/http-server.ts';
import type { ServiceInputs } from './parts.ts';

export type Certificates = {
  /** Purpose (`service`, `systems/ehr`) → when that certificate expires. */
  expiries(): ReadonlyMap<string, Date>;
  /** Reads the service's own certificate again. `apply` gets a new one. Returns the faults of one that cannot be used. */
  reload(apply: (certificate: TlsCertificate) => void): readonly Fault[];
};

/** The ends of the certificates of the service and of the systems, also after they have been renewed. */
export const certificatesOf = ({
  configuration: { settings, region, tls },
  logger,
  certificateExpiries: expiries,
}: Pick<ServiceInputs, 'configuration' | 'logger' | 'certificateExpiries'>): Certificates => {
  if (tls !== undefined) expiries.set('service', tls.expires);
  for (const { name, tls: ofSystem, onRenewed } of region.systems) {
    const show = ({ cert }: typeof ofSystem) => {
      if (cert !== undefined) expiries.set(`systems/${name}`, new X509Certificate(cert).validToDate);
    };
    show(ofSystem);
    onRenewed?.(renewed => show(renewed.tls));
  }
  let own = tls;
  return {
    expiries: () => expiries,
    reload: apply => {
      if (own === undefined) return [];
      const list = faultList();
      const read = readServerCertificate(settings, list);
      if (read === undefined) return list.faults;
      if (read.cert === own.cert && read.key === own.key) return [];
      apply(read);
      own = read;
      expiries.set('service', read.expires);
      logger.info({ expires: read.expires }, 'the TLS certificate was renewed');
      return [];
    },
  };
};
