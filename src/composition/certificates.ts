// The service's certificates: its own, which is reloaded without a restart, and those that it presents to systems.
import { X509Certificate } from 'node:crypto';
import { faultList, readServerCertificate } from '../config/index.ts';
import type { CertifiedKey } from '../http/server/connection/http-server.ts';
import type { ServiceInputs } from './parts.ts';

export type Certificates = {
  /** Purpose (`service`, `systems/ehr`) → when that certificate expires. */
  expiries(): ReadonlyMap<string, Date>;
  /** Reloads the service's own certificate. `apply` gets a new one. A faulty one is logged, and the old one stays in use. */
  reload(apply: (certificate: CertifiedKey) => void): void;
};

export const certificatesOf = ({
  configuration: { settings, region, tls },
  logger,
}: Pick<ServiceInputs, 'configuration' | 'logger'>): Certificates => {
  const ofSystems = region.systems.flatMap(({ name, tls: { cert } }) =>
    cert === undefined ? [] : [[`systems/${name}`, new X509Certificate(cert).validToDate] as const],
  );
  let own = tls;
  return {
    expiries: () =>
      new Map([...(own === undefined ? [] : [['service', own.expires] as const]), ...ofSystems]),
    reload: apply => {
      if (own === undefined) return;
      const list = faultList();
      const read = readServerCertificate(settings, list);
      if (read === undefined) {
        logger.error({ faults: list.faults }, 'the TLS files have faults: the old certificate stays in use');
      } else if (read.cert !== own.cert || read.key !== own.key) {
        apply(read);
        own = read;
        logger.info({ expires: read.expires }, 'the TLS certificate was renewed');
      }
    },
  };
};
