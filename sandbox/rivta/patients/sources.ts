// The source systems behind the region's aggregating service, and the status of each (SOAP header `ProcessingStatus`).
import { failing } from '../../patients/failing.ts';
import { people } from '../../patients/patients.ts';
import { elementsOf, type Node } from '../soap/xml.ts';

const element = elementsOf('urn:riv:interoperability:headers:1');

type State = 'DataFromSource' | 'DataFromCache' | 'DataFromCacheSynchFailed' | 'NoDataSynchFailed';

/** HSA-ids of the sources. */
const sources = ['SE2321000016-SYS1', 'SE2321000016-SYS2'] as const;

const usual: readonly State[] = ['DataFromSource', 'DataFromCache'];

/** Patient → contract → the state of each source, if it differs from the default. */
const unreachable: ReadonlyMap<string, Readonly<Record<string, readonly State[]>>> = new Map([
  [
    people.coordination.number,
    {
      // One of two is unreachable: a partial answer.
      GetMedicationHistory: ['DataFromSource', 'NoDataSynchFailed'],
      // The data may be out of date.
      GetCareContacts: ['DataFromCacheSynchFailed', 'DataFromSource'],
      // All are unreachable: no answer at all.
      GetAlertInformation: ['NoDataSynchFailed', 'NoDataSynchFailed'],
    },
  ],
  [failing.partial.number, { GetCareDocumentation: ['DataFromSource', 'NoDataSynchFailed'] }],
]);

const isFromCache = (state: State) => state.startsWith('DataFromCache');
const isInSynch = (state: State) => !state.endsWith('SynchFailed');
const now = '20260115101500';
const before = '20260114101500';

const entryOf = (state: State, source: string): Node =>
  element('ProcessingStatusList', [
    element('logicalAddress', source),
    element('statusCode', state),
    element('isResponseFromCache', isFromCache(state)),
    element('isResponseInSynch', isInSynch(state)),
    element('lastSuccessfulSynch', isFromCache(state) ? before : now),
    element('lastUnsuccessfulSynch', isInSynch(state) ? undefined : now),
    element(
      'lastUnsuccessfulSynchError',
      isInSynch(state)
        ? undefined
        : [
            element('causingAgent', 'service_producer'),
            element('code', '504'),
            element('text', 'Källsystemet svarar inte.'),
          ],
    ),
  ]);

/** The header with the status of the sources for a contract and a patient. */
export const processingStatus = (contract: string, patient: string): Node => {
  const states = unreachable.get(patient)?.[contract] ?? usual;
  return element(
    'ProcessingStatus',
    sources.map((source, index) => entryOf(states[index] ?? 'DataFromSource', source)),
  );
};
