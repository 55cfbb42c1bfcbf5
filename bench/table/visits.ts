// Visits of the sandbox's invented EHR, Nordvik, as its answer in JSON: about 500 bytes each.
import { hyphenated } from '../../sandbox/table/simulator.ts';
import type { PatientNumber } from '../../src/domain/model/patient-number.ts';

export const patient = '191212121212' as PatientNumber;

const visit = (id: number) => ({
  nationalId: hyphenated(patient),
  audience: 'PATIENT',
  updated: '2026-01-15T10:15:00',
  id,
  begin: '2026-01-15T09:30:00',
  end: '2026-01-15T10:00:00',
  status: 'IN',
  type: 'VISIT',
  blocked: 'N',
  room: '12',
  bed: 'B',
  secrecyLevels: ['Skyddad'],
  unit: 1253,
  staff: [{ hsaId: 'SE2321000016-0LAK', name: 'Påhittad Läkarsson', role: 'LK' }],
});

/** An answer with a number of visits. */
export const visitsAnswer = (count: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      generated: '2026-01-15T11:00:00',
      result: 'OK',
      visits: Array.from({ length: count }, (_, at) => visit(59_000 + at)),
      units: [{ hsaId: 'SE2321000016-1A2B', no: 1253, name: 'Hudmottagningen' }],
      paging: { size: count },
    }),
  );
