// A sample of each contract with every mapped member: the expected records, beside the samples, are written by hand.
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { SourceKind } from '../../../../src/domain/records/index.ts';
import type { Found } from '../../../../src/ports/ehr.ts';
import { forThisFile } from '../../../support/for-this-file.ts';
import { listed } from '../../../support/listed.ts';
import { eachLoss } from '../../../support/losses.ts';
import { requestId } from '../calls.ts';
import { connect } from './support/connect.ts';
import { producer, sample } from './support/soap-server.ts';

const server = await forThisFile(producer(({ contract }) => sample(contract)));
const connected = connect(server.url);
afterAll(() => connected.close());

/** The paths of values that no record has a member for, once for each value. */
const unmapped = (root: string, ...paths: readonly string[]) =>
  paths.map(path => ({ path: `${root}/${path}`, reason: 'unmapped', hides: [] }));

/** The records that a sample is, written by hand. */
const expected = (contract: string): unknown =>
  parse(readFileSync(new URL(`samples/${contract}.yaml`, import.meta.url), 'utf8'));

const recordsOf = (found: readonly Found<unknown>[]) => found.map(({ record }) => record);
const lossesOf = (found: readonly Found<unknown>[]) => found.flatMap(({ losses }) => eachLoss(losses));
const read = (kind: SourceKind) => connected.read(kind);

test('GetCareContacts', async () => {
  const found = await read('contacts');
  expect(found.map(({ losses }) => eachLoss(losses))).toEqual([
    unmapped(
      'careContact',
      ...listed(`
        careContactBody/*:unknown careContactHeader/documentTitle careContactHeader/documentTime
        careContactBody/careContactCode/code careContactBody/careContactCode/codeSystem
        careContactBody/careContactStatus/codeSystem
      `),
    ),
    unmapped('careContact', 'careContactHeader/nullifiedReason'),
  ]);
  expect(recordsOf(found)).toEqual(expected('GetCareContacts'));
});

test('GetAlertInformation', async () => {
  const found = await read('attentionSignals');
  expect(found.map(({ losses }) => eachLoss(losses))).toEqual([
    [
      // Known since the start of its validity; the other end is not published either.
      ...unmapped('alertInformation/alertInformationBody', 'verifiedTime', 'validityTimePeriod/end'),
      // It has a code and no name.
      {
        path: 'alertInformation/alertInformationBody/hypersensitivity/pharmaceuticalHypersensitivity/pharmaceuticalProductId',
        reason: 'unreadable',
        hides: [],
      },
      ...unmapped(
        'alertInformation/alertInformationBody',
        ...listed(`
          typeOfAlertInformation/code typeOfAlertInformation/codeSystem hypersensitivity/degreeOfSeverity/code
          hypersensitivity/degreeOfSeverity/codeSystem hypersensitivity/degreeOfCertainty/code
          hypersensitivity/degreeOfCertainty/codeSystem
          hypersensitivity/pharmaceuticalHypersensitivity/pharmaceuticalProductId/code
          hypersensitivity/pharmaceuticalHypersensitivity/pharmaceuticalProductId/codeSystem
          hypersensitivity/pharmaceuticalHypersensitivity/pharmaceuticalProductId/codeSystem
          hypersensitivity/otherHypersensitivity/hypersensitivityAgentCode/code
          hypersensitivity/otherHypersensitivity/hypersensitivityAgentCode/codeSystem
        `),
      ),
    ],
    unmapped(
      'alertInformation/alertInformationBody',
      ...listed(`
        seriousDisease/disease/codeSystem treatment/treatmentCode/codeSystem
        treatment/pharmaceuticalTreatment/code treatment/pharmaceuticalTreatment/codeSystem
        communicableDisease/communicableDiseaseCode/code communicableDisease/communicableDiseaseCode/codeSystem
      `),
    ),
    [],
  ]);
  expect(recordsOf(found)).toEqual(expected('GetAlertInformation'));
});

test('GetMedicationHistory', async () => {
  const found = await read('prescriptions');
  const prescription = 'medicationMedicalRecordBody/medicationPrescription';
  // Values that the published prescription has no member for are counted, never lost silently.
  expect(found.map(({ losses }) => eachLoss(losses))).toEqual([
    unmapped(
      'medicationMedicalRecord',
      `${prescription}/prescriptionStatus`,
      `${prescription}/principalPrescriptionReason/reason/code`,
      `${prescription}/principalPrescriptionReason/reason/codeSystem`,
      `${prescription}/succeedingPrescriptionId`,
      `${prescription}/succeedingPrescriptionId`,
      `${prescription}/selfMedication`,
      `${prescription}/drug/drug/routeOfAdministration/codeSystem`,
      `${prescription}/drug/dosage/lengthOfTreatment/isMaximumTreatmentTime`,
      'medicationMedicalRecordBody/additionalPatientInformation/gender/codeSystem',
      'medicationMedicalRecordBody/additionalPatientInformation/gender/displayName',
    ),
    unmapped('medicationMedicalRecord', `${prescription}/selfMedication`),
    [
      // It has a code and no name.
      { path: `medicationMedicalRecord/${prescription}/drug`, reason: 'unreadable', hides: [] },
      ...unmapped(
        'medicationMedicalRecord',
        `${prescription}/prescriptionStatus`,
        `${prescription}/selfMedication`,
      ),
    ],
  ]);
  expect(recordsOf(found)).toEqual(expected('GetMedicationHistory'));
});

describe('GetCareDocumentation', () => {
  const note = 'careDocumentation/careDocumentationBody/clinicalDocumentNote';

  test('notes', async () => {
    const found = await read('journalNotes');
    expect(lossesOf(found)).toEqual([
      { path: `${note}/multimediaEntry/value`, reason: 'unreadable', hides: [] },
      // The note has a different title of its own.
      ...unmapped('careDocumentation', 'careDocumentationHeader/documentTitle'),
      { path: `${note}/multimediaEntry`, reason: 'unmapped', hides: [] },
    ]);
    expect(recordsOf(found)).toEqual(expected('GetCareDocumentation'));
  });

  test('its INFO is logged, without its message', async () => {
    connected.logged.length = 0;
    await read('journalNotes');
    expect(connected.logged).toEqual([
      {
        level: 'info',
        fields: { requestId, system: 'ehr', contract: 'GetCareDocumentation', resultCode: 'INFO' },
        message: 'the EHR answers with INFO',
      },
    ]);
  });
});

test('GetSubjectOfCareSchedule', async () => {
  const [record] = expected('GetSubjectOfCareSchedule') as object[];
  expect(await read('appointments')).toEqual([{ losses: [], record }]);
});

describe('LookupResidentForFullProfile', () => {
  test('the older layout', async () => {
    const found = await read('patients');
    expect(lossesOf(found)).toEqual(
      unmapped(
        'resident',
        ...listed(`
          SenasteAndringFolkbokforing Personpost/Avregistrering/AvregistreringsorsakKod
          Personpost/Namn/Aviseringsnamn Personpost/Relationer Personpost/Relationer
        `),
      ),
    );
    expect(recordsOf(found)).toEqual(expected('LookupResidentForFullProfile'));
  });
});
