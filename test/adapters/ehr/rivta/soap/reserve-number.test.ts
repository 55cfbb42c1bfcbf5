// Only one source system knows a reserve number, and the contracts require the request to name it.
import { expect, test } from 'vitest';
import type { PatientNumber } from '../../../../../src/domain/model/patient-number.ts';
import { ehrServer } from '../../../../support/servers/ehr-server.ts';
import { connect, patient } from '../support/connect.ts';
import { answerOf } from '../support/documents.ts';
import { askedOf, envelopeOf, soap } from '../support/soap-server.ts';

const bodyOf = async (
  kind: 'contacts' | 'attentionSignals' | 'prescriptions' | 'journalNotes',
  number: string,
) => {
  const server = await ehrServer((received, response) =>
    soap(response, envelopeOf(answerOf(askedOf(received).contract, []))),
  );
  const connected = connect(server.url);
  await connected.read(kind, { patient: number as PatientNumber });
  await connected.close();
  await server.close();
  return server.received[0]?.body ?? '';
};

const period = '<core:start>19000101</core:start><core:end>20991231</core:end>';
const reserve =
  '<q:patientId><core:id>20260101R123</core:id><core:type>1.2.752.97.3.1.3</core:type></q:patientId>';

test.each([
  ['contacts', 'datePeriod', 'sourceSystemHSAId'],
  ['attentionSignals', 'timePeriod', 'sourceSystemHSAId'],
  ['prescriptions', 'datePeriod', 'sourceSystemHSAId'],
  ['journalNotes', 'timePeriod', 'sourceSystemHSAid'],
] as const)(
  '%s: the request names the logical address as the source system, after the period',
  async (kind, dates, element) => {
    expect(await bodyOf(kind, '20260101R123')).toContain(
      `${reserve}<q:${dates}>${period}</q:${dates}><q:${element}>SE2321000016-LA01</q:${element}></q:`,
    );
    expect(await bodyOf(kind, patient)).not.toContain('sourceSystem');
    // A coordination number is a national one.
    expect(await bodyOf(kind, '197010632391')).not.toContain('sourceSystem');
  },
);
