// The four clinical contracts have the same structure: a patient's documents, filtered by period and unit, and a result.
import type { PatientData } from '../../extracts/world.ts';
import { standingOf } from '../patients/standings.ts';
import type { Element } from '../soap/read-xml.ts';
import { Refusal } from '../soap/refusal.ts';
import {
  datePeriod,
  many,
  optional,
  personId,
  type Rule,
  registerOf,
  required,
  reserveRegister,
  sequence,
  texts,
} from '../soap/rules.ts';
import { type Child, elementsOf, type Node } from '../soap/xml.ts';
import type { Contract } from './contract.ts';
import { extension, type Header, type HeaderForm, writeHeader } from './header.ts';

/** A document: its header, its body, and its time span, which a requested period must overlap. */
export type Document = {
  readonly header: Header;
  readonly body: readonly Child[];
  /** Times of 14 digits. Without an end, it is ongoing. */
  readonly from: string;
  readonly to?: string | undefined;
};

export type DocumentContractOf = Omit<HeaderForm, 'ns'> & {
  readonly name: string;
  readonly responder: string;
  /** The namespace of the documents' content and of the result. */
  readonly domain: string;
  readonly result: string;
  /** The element of a document, and the prefix of its header and body. */
  readonly document: string;
  readonly careUnit: 'careUnitHSAId' | 'careUnitHSAid';
  /** Whether requests may filter by care giver. */
  readonly careGivers?: boolean;
  readonly period: {
    readonly name: 'datePeriod' | 'timePeriod';
    readonly ends: typeof required | typeof optional;
  };
  /** Other elements that a request may have. */
  readonly more?: readonly Rule[];
  readonly documents: (data: PatientData) => readonly Document[];
  /** Whether an empty answer has the result OK or INFO. */
  readonly whenEmpty: 'OK' | 'INFO';
  /** Whether the type of the answer allows other elements at its end. */
  readonly open: boolean;
};

const childOf = ({ children }: Element, name: string) => children.find(child => child.name === name);

/** Without a filter, everything matches. */
const among = (asked: readonly string[], value: string | undefined) =>
  asked.length === 0 || (value !== undefined && asked.includes(value));

const patientIn = (asked: Element): string => asked.children.flatMap(child => texts(child, 'id'))[0] ?? '';

export const documentContract = (of: DocumentContractOf): Contract => {
  const { name, responder, domain, document, period } = of;
  const [outer, inner] = [elementsOf(responder), elementsOf(domain)];

  const request: readonly Rule[] = [
    many(of.careUnit),
    ...(of.careGivers ? [many('careGiverHSAId')] : []),
    required('patientId', personId(domain)),
    optional(period.name, datePeriod(domain, period.ends)),
    optional(of.system),
    many('careContactId'),
    ...(of.more ?? []),
  ];

  /** For a reserve number, the requested source system must be the logical address. */
  const isOfSystem = (asked: Element, system: string) =>
    registerOf(patientIn(asked)) === reserveRegister || among(texts(asked, of.system), system);

  const isAskedFor =
    (asked: Element) =>
    ({ header, from, to }: Document): boolean => {
      const days = childOf(asked, period.name);
      const [start = '00000000'] = days ? texts(days, 'start') : [];
      const [end = '99999999'] = days ? texts(days, 'end') : [];
      return (
        from.slice(0, 8) <= end &&
        (to === undefined || to.slice(0, 8) >= start) &&
        among(texts(asked, of.careUnit), header.author.careUnit) &&
        among(texts(asked, 'careGiverHSAId'), header.author.careGiver) &&
        isOfSystem(asked, header.system) &&
        among(texts(asked, 'careContactId'), header.careContact)
      );
    };

  const write = (found: Document, patient: string): Node => {
    const standing = standingOf(found.header.documentId);
    return outer(document, [
      writeHeader(`${document}Header`, { ...of, ns: domain }, { header: found.header, patient, standing }),
      inner(`${document}Body`, found.body),
      extension('approvedForPatient', true),
    ]);
  };

  const result = (isEmpty: boolean): Node => {
    const element = elementsOf(of.result);
    const code = isEmpty ? of.whenEmpty : 'OK';
    return elementsOf(of.result === domain ? responder : of.result)('result', [
      element('resultCode', code),
      element('logId', '0'),
      element('message', code === 'INFO' ? 'Det finns inget att visa.' : undefined),
    ]);
  };

  return {
    name,
    responder,
    check: (asked, _headers, logicalAddress) => {
      sequence(responder, request)(asked);
      const isReserve = registerOf(patientIn(asked)) === reserveRegister;
      if (isReserve && texts(asked, of.system)[0] !== logicalAddress) {
        throw new Refusal(`a reserve number needs ${of.system} with the logical address`);
      }
    },
    patient: patientIn,
    answer: (asked, world) => {
      const patient = patientIn(asked);
      const data = world.get(patient);
      const documents = data === undefined ? [] : of.documents(data).filter(isAskedFor(asked));
      return [
        ...documents.map(document => write(document, patient)),
        result(documents.length === 0),
        of.open ? extension('result', [extension('resultCode', 'ERROR')]) : undefined,
      ];
    },
  };
};
