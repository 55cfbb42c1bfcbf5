// Builds requests: SOAP 1.1 envelopes, document/literal (RIV-TA Basic Profile 2.1). Every value is escaped.
import type { Interval } from '../../../../domain/model/interval.ts';
import { numberKindOf, type PatientNumber } from '../../../../domain/model/patient-number.ts';
import { numberRoot } from '../../values/values.ts';
import { writeXml, type XmlTree } from '../../xml/write-xml.ts';

/** A contract's operation, as in its WSDL. */
export type SoapOperation = {
  /** Name of the contract and of the request element. The answer element is called `…Response`. */
  readonly name: string;
  /** The domain of the contract, as in its namespaces, and its major version. */
  readonly domain: string;
  readonly version: number;
};

/** The namespace of the request (prefix `q`), that of the types in it (prefix `core`), and the SOAP action. */
export const namesOf = ({ name, domain, version }: SoapOperation) => {
  const namespace = `urn:riv:${domain}:${name}Responder:${version}`;
  return { namespace, core: `urn:riv:${domain}:${version}`, action: `${namespace}:${name}` };
};

/** The SOAP headers: the logical address, and others that the contract requires. */
export type Headers = { readonly logicalAddress: string; readonly more?: XmlTree };

/** The envelope of a request. */
export const envelope = (operation: SoapOperation, headers: Headers, body: XmlTree): string => {
  const { namespace, core } = namesOf(operation);
  const header = {
    'itr:LogicalAddress': {
      '@xmlns:itr': 'urn:riv:itintegration:registry:1',
      '#text': headers.logicalAddress,
    },
    ...headers.more,
  };
  const request = { '@xmlns:q': namespace, '@xmlns:core': core, ...body };
  return `<?xml version="1.0" encoding="UTF-8"?>${writeXml({
    'soapenv:Envelope': {
      '@xmlns:soapenv': 'http://schemas.xmlsoap.org/soap/envelope/',
      'soapenv:Header': header,
      'soapenv:Body': { [`q:${operation.name}`]: request },
    },
  })}`;
};

/** `PersonIdType`: the number and the root of its kind. */
export const personId = (patient: PatientNumber, reserveRoot: string | undefined): XmlTree => ({
  'core:id': patient,
  'core:type': numberRoot(numberKindOf(patient), reserveRoot),
});

/** The first and the last day that the contracts allow. */
const days = { first: '19000101', last: '20991231' };

const dayOf = (time: string) => {
  const day = time.slice(0, 8);
  if (day < days.first) return days.first;
  return day > days.last ? days.last : day;
};

/**
 * `DatePeriodType`: the whole days that cover the interval. Both ends are always sent: without them, the contracts allow a
 * producer to leave out old records.
 */
export const datePeriod = ({ from, to }: Interval): XmlTree => ({
  'core:start': from === undefined ? days.first : dayOf(from),
  'core:end': to === undefined ? days.last : dayOf(to),
});
