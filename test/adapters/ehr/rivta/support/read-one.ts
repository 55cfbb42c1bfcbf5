// Reads one document with the adapter, over real HTTP.
import type { ContractName } from '../../../../../src/adapters/ehr/rivta/members.ts';
import type { Loss } from '../../../../../src/domain/model/loss.ts';
import type { SourceKind } from '../../../../../src/domain/records/index.ts';
import { eachLoss } from '../../../../support/losses.ts';
import { connect } from './connect.ts';
import { answerOf } from './documents.ts';
import { producer } from './soap-server.ts';

const contracts: Readonly<Partial<Record<SourceKind, ContractName>>> = {
  contacts: 'GetCareContacts',
  attentionSignals: 'GetAlertInformation',
  prescriptions: 'GetMedicationHistory',
  journalNotes: 'GetCareDocumentation',
  patients: 'LookupResidentForFullProfile',
};

/** The record of a document, and the paths of its losses, without the name of the repeated element. */
export const readOne = async <R>(kind: SourceKind, document: string) => {
  const contract = contracts[kind];
  if (contract === undefined) throw new Error(`${kind} are not documents`);
  const server = await producer(() => answerOf(contract, [document]));
  const connected = connect(server.url);
  try {
    const [first] = await connected.read(kind);
    if (first?.record === undefined) throw new Error('nothing is released');
    const pathOf = ({ path, reason }: Omit<Loss, 'times'>) => `${reason} ${path.replace(/^[^/]*\//, '')}`;
    return { record: first.record as R, lost: eachLoss(first.losses).map(pathOf) };
  } finally {
    await connected.close();
    await server.close();
  }
};
