// For each kind: its path in the legacy interface, and the structure of its documents (extracts.md).
import { type TSchema, Type } from 'typebox';
import { ContactExtract } from '../../../domain/records/contact.ts';
import { recordSchemas } from '../../../domain/records/index.ts';
import { XSDVersion } from '../../../domain/records/shared/common.ts';
import { contactLayout, type Layout } from '../../../domain/records/shared/layout-v2.ts';
import type { ExtractKind } from '../../../domain/rules/facts.ts';
import type { Document } from '../xml/decoder.ts';

export type ExtractSource = {
  readonly path: string;
  /** Root element of a document, and the element of one extract in it. */
  readonly root: string;
  readonly element: string;
  /** The document: the version and the extracts, by their element names. */
  readonly schema: TSchema;
  /** The member names of the published record, if they differ from the extract's. */
  readonly layout?: Pick<Layout, 'names'>;
  /** An element that repeats another one, and is not published (`Document`). */
  readonly repeats?: NonNullable<Document['repeats']>;
};

export const extractSources: { readonly [K in ExtractKind]: ExtractSource } = {
  patients: {
    path: '/extracts/patient',
    root: 'PatientEHRExtracts',
    element: 'PatientEHRExtract',
    schema: recordSchemas.patients,
  },
  contacts: {
    path: '/extracts/contacts',
    root: 'ContactEHRExtracts',
    element: 'ContactEHRExtract',
    schema: Type.Object({ XSDVersion, ContactEHRExtract: Type.Array(ContactExtract) }),
    layout: contactLayout,
  },
  attentionSignals: {
    path: '/extracts/attentionsignals',
    root: 'AttentionSignalEHRExtracts',
    element: 'AttentionSignalEHRExtract',
    schema: recordSchemas.attentionSignals,
  },
  prescriptions: {
    path: '/extracts/prescriptions',
    root: 'PrescriptionEHRExtracts',
    element: 'PrescriptionEHRExtract',
    schema: recordSchemas.prescriptions,
  },
  journalNotes: {
    path: '/extracts/journalnotes',
    root: 'JournalNoteEHRExtracts',
    element: 'JournalNoteEHRExtract',
    schema: recordSchemas.journalNotes,
    repeats: { within: 'Record', element: 'Values', of: 'Value' },
  },
};
