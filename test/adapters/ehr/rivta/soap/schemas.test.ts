// Validates requests, and the samples of the tests, against the published schemas.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContractName, contractNames } from '../../../../../src/adapters/ehr/rivta/members.ts';
import type { Interval } from '../../../../../src/domain/model/interval.ts';
import type { PatientNumber } from '../../../../../src/domain/model/patient-number.ts';
import type { SourceKind } from '../../../../../src/domain/records/index.ts';
import { describeWith } from '../../../../support/programs.ts';
import { describeWithReference } from '../../../../support/reference.ts';
import { ehrServer } from '../../../../support/servers/ehr-server.ts';
import { completeDocument, elementsIn, xmlOf } from '../complete/instance.ts';
import { publishedElements } from '../complete/published-elements.ts';
import { connect, patient } from '../support/connect.ts';
import { answerOf, resident } from '../support/documents.ts';
import { askedOf, envelopeOf, sample, soap } from '../support/soap-server.ts';

/** Folder and kind of each contract, and the version of its responder. */
const contracts: Readonly<
  Record<ContractName, readonly [folder: string, version: string, kind: SourceKind]>
> = {
  GetCareContacts: ['carecontacts3', '3.0', 'contacts'],
  GetAlertInformation: ['alert2', '2.0', 'attentionSignals'],
  GetMedicationHistory: ['medication2', '2.1', 'prescriptions'],
  GetCareDocumentation: ['caredoc2', '2.1', 'journalNotes'],
  GetSubjectOfCareSchedule: ['schedule1', '1.1', 'appointments'],
  LookupResidentForFullProfile: ['residentmaster', '1.1', 'patients'],
};

describeWith('xmllint', 'the published schemas', xmllint =>
  describeWithReference('rivta/schemas', 'hold', reference => {
    let schemas: string;

    beforeAll(() => {
      schemas = mkdtempSync(join(tmpdir(), 'rivta-'));
      execFileSync('cp', ['-R', `${reference}/.`, schemas]);
      execFileSync('chmod', ['-R', 'u+w', schemas]);
      // In XML Schema, ^ and $ are literal characters: as published, this pattern rejects every number.
      const scheduling = join(schemas, 'schedule1/core_components/crm_scheduling_1.1.xsd');
      const text = readFileSync(scheduling, 'utf8');
      writeFileSync(scheduling, text.replace(/value="\^(\[0-9\]\{8\}[^"]*)\$"/, 'value="$1"'));
    });
    afterAll(() => rmSync(schemas, { recursive: true, force: true }));

    /** The output of xmllint for a document; empty if it is valid. */
    const faultsOf = (contract: ContractName, document: string): string => {
      const [folder, version] = contracts[contract];
      const schema = join(
        schemas,
        folder,
        'interactions',
        `${contract}Interaction`,
        `${contract}Responder_${version}.xsd`,
      );
      const { status, stderr } = spawnSync(xmllint, ['--noout', '--nonet', '--schema', schema, '-'], {
        input: document,
        encoding: 'utf8',
      });
      return status === 0 ? '' : stderr;
    };

    test.each(contractNames)('the sample of %s', contract => {
      expect(faultsOf(contract, sample(contract))).toBe('');
    });

    test.each(contractNames)('the complete document of %s', contract => {
      for (const flags of ['true', 'false'] as const) {
        const document = answerOf(contract, [xmlOf(completeDocument(contract, { flags }))]);
        expect(faultsOf(contract, document)).toBe('');
      }
    });

    test.each(contractNames)('the elements of %s match those in elements.ts', contract => {
      const root = completeDocument(contract, { flags: 'true' });
      const published = publishedElements(join(schemas, contracts[contract][0]), contract, root.name);
      expect(published.length).toBeGreaterThan(15);
      expect(elementsIn(root).map(({ path }) => path)).toEqual(published);
    });

    test('the schemas reject an invalid document', () => {
      const wrong = sample('GetCareContacts').replaceAll('authorTime', 'writtenTime');
      expect(faultsOf('GetCareContacts', wrong)).toContain('writtenTime');
    });

    describe.each(contractNames)('a request of %s', contract => {
      test.each<[string, Interval, string?]>([
        ['with an interval', { from: '20260115093000', to: '20260116000000' } as Interval],
        ['without', {}],
        ['of a reserve number', {}, '20260101T123'],
      ])('%s', async (_name, interval, number = patient) => {
        const server = await ehrServer((received, response) => {
          const asked = askedOf(received).contract;
          const isRegister = asked === 'LookupResidentForFullProfile';
          soap(response, envelopeOf(answerOf(asked, isRegister ? [resident({ number })] : [])));
        });
        const kind = contracts[contract][2];
        const connected = connect(server.url, { members: { intervalAtEhr: new Set([kind]) } });
        await connected.read(kind, { interval, patient: number as PatientNumber });
        await connected.close();
        await server.close();
        const [request = ''] = /<q:.*<\/q:\w+>/s.exec(server.received[0]?.body ?? '') ?? [];
        expect(request).toContain(contract);
        expect(faultsOf(contract, request)).toBe('');
      });
    });

    test.each(contractNames)('the SOAP action of %s is that of its WSDL', async contract => {
      const [folder, version, kind] = contracts[contract];
      const files = join(schemas, folder, 'interactions', `${contract}Interaction`);
      const name = readdirSync(files).find(file => file.endsWith(`${version}_RIVTABP21.wsdl`)) ?? '';
      const [, action] = /soapAction=['"]([^'"]+)/.exec(readFileSync(join(files, name), 'utf8')) ?? [];
      const server = await ehrServer((_received, response) => response.writeHead(404).end());
      const connected = connect(server.url);
      await expect(connected.read(kind)).rejects.toMatchObject({ code: 'ehr-unusable' });
      await connected.close();
      await server.close();
      expect(server.received[0]?.headers.soapaction).toBe(`"${action}"`);
    });
  }),
);
