// The contract suite of ports/ehr for the national contracts, over real HTTP.
import type { ContractName } from '../../../../src/adapters/ehr/rivta/members.ts';
import { ehrContract, withServer } from '../contract/ehr-contract.ts';
import { expectedIn } from '../contract/expected-records.ts';
import { world } from '../contract-world.ts';
import { damageHarness } from './damage-harness.ts';
import { connect } from './support/connect.ts';
import { alert, answerOf, contact, medication, note, resident, timeslot } from './support/documents.ts';
import { producer } from './support/soap-server.ts';

/** The data of the producer. */
const held: Readonly<
  Record<Exclude<ContractName, 'LookupResidentForFullProfile'>, (patient: string) => string[]>
> = {
  GetCareContacts: patient => [contact({ id: '1', patient }), contact({ id: '2', patient })],
  GetAlertInformation: patient => [
    alert({ id: '1', patient }, 'Inget blod.'),
    alert({ id: '2', patient }, 'Ingen narkos.'),
  ],
  GetMedicationHistory: patient => [
    medication({ id: '1', patient }, '1 om dagen'),
    medication({ id: '2', patient }, '2 om dagen'),
  ],
  GetCareDocumentation: patient => [
    note({ id: '1', patient }, 'Det första.'),
    note({ id: '2', patient }, 'Det <andra> & sista.'),
  ],
  GetSubjectOfCareSchedule: patient => [timeslot({ bookingId: world.bookingId, subject_of_care: patient })],
};

const holds = (patient: string) => patient === world.patient || patient === world.other;

const answer = (contract: ContractName, patient: string): string => {
  if (contract === 'LookupResidentForFullProfile') {
    const isKnown = patient !== world.unknown;
    return answerOf(contract, isKnown ? [resident({ number: patient })] : []);
  }
  return answerOf(contract, holds(patient) ? held[contract](patient) : []);
};

const expected = expectedIn(new URL('contract-expected.yaml', import.meta.url));

ehrContract({
  name: 'the national contracts',
  world,
  expected,
  transitions: [],
  damages: damageHarness,
  // The other contracts cannot report an unknown patient: they return an empty list.
  tellsUnknown: ['patients'],
  start: async () => {
    const server = await producer(({ contract, patient }) => answer(contract, patient));
    const connected = connect(server.url, {
      members: { intervalAtEhr: new Set(['journalNotes']) },
    });
    return withServer(connected, server);
  },
});
