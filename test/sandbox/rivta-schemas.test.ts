// Every answer of the simulator is valid against the published schemas, which are not part of the project.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failing } from '../../sandbox/patients/failing.ts';
import { facilities, patientsInRivta } from '../../sandbox/rivta/patients/additions.ts';
import { contracts, type RivtaSimulator } from '../../sandbox/rivta/simulator.ts';
import { registerOf, reserveRegister } from '../../sandbox/rivta/soap/rules.ts';
import { describeWith } from '../support/programs.ts';
import { describeWithReference } from '../support/reference.ts';
import {
  hsaIds,
  type RivtaContract,
  requests,
  rivtaContracts,
  startRivta,
} from '../support/rivta-requests.ts';

const interaction = (folder: string, name: string, version: string) =>
  `${folder}/interactions/${name}Interaction/${name}Responder_${version}.xsd`;

const schemas: Readonly<Record<RivtaContract, string>> = {
  GetCareContacts: interaction('carecontacts3', 'GetCareContacts', '3.0'),
  GetAlertInformation: interaction('alert2', 'GetAlertInformation', '2.0'),
  GetMedicationHistory: interaction('medication2', 'GetMedicationHistory', '2.1'),
  GetCareDocumentation: interaction('caredoc2', 'GetCareDocumentation', '2.1'),
  GetSubjectOfCareSchedule: interaction('schedule1', 'GetSubjectOfCareSchedule', '1.1'),
  LookupResidentForFullProfile: interaction('residentmaster', 'LookupResidentForFullProfile', '1.1'),
};

/** A SOAP envelope around a type of a published schema. */
const envelope = (responder: string, schema: string, headers: string) => `
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified"
    targetNamespace="http://schemas.xmlsoap.org/soap/envelope/">
  <xs:import namespace="urn:riv:interoperability:headers:1" schemaLocation="${headers}"/>
  <xs:import namespace="${responder}" schemaLocation="${schema}"/>
  <xs:element name="Envelope"><xs:complexType><xs:sequence>
    <xs:element name="Header"><xs:complexType><xs:sequence>
      <xs:any namespace="urn:riv:interoperability:headers:1" processContents="strict"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="Body"><xs:complexType><xs:sequence>
      <xs:any namespace="${responder}" processContents="strict"/>
    </xs:sequence></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

/** For a patient with a reserve number, the clinical contracts require the source system. */
const systemOf = (contract: RivtaContract, patient: string): string => {
  if (registerOf(patient) !== reserveRegister || contract === 'LookupResidentForFullProfile') return '';
  const name = contract === 'GetCareDocumentation' ? 'sourceSystemHSAid' : 'sourceSystemHSAId';
  return `<r:${name}>${hsaIds.address}</r:${name}>`;
};

/** Patients for whom the simulator answers with a status instead of a document. */
const unanswered: readonly string[] = [failing.unusable, failing.unavailable, failing.tooSlow].map(
  ({ number }) => number,
);

const everyRequest = (contract: RivtaContract) =>
  [...patientsInRivta().keys(), '196204052382']
    .filter(patient => !unanswered.includes(patient))
    .flatMap(patient =>
      contract === 'GetSubjectOfCareSchedule'
        ? facilities.map(before => requests[contract]({ patient, before }))
        : [requests[contract]({ patient, type: registerOf(patient), behind: systemOf(contract, patient) })],
    );

const run = (xmllint: string, folder: string) => {
  let rivta: RivtaSimulator;
  let temporary: string;
  beforeAll(async () => {
    temporary = mkdtempSync(join(tmpdir(), 'rivta-schemas-'));
    rivta = await startRivta();
  });
  afterAll(async () => {
    rmSync(temporary, { recursive: true });
    await rivta.close();
  });

  /** xmllint's complaints about documents; empty if all are valid. */
  const faultsOf = (contract: RivtaContract, documents: readonly string[]): string => {
    const schema = join(temporary, `${contract}.xsd`);
    const responder = contracts.find(({ name }) => name === contract)?.responder ?? '';
    writeFileSync(
      schema,
      envelope(responder, join(folder, schemas[contract]), join(folder, 'interoperability_headers_1.0.xsd')),
    );
    const files = documents.map((xml, index) => {
      const file = join(temporary, `${contract}-${index}.xml`);
      writeFileSync(file, xml);
      return file;
    });
    try {
      execFileSync(xmllint, ['--noout', '--nonet', '--schema', schema, ...files], { stdio: 'pipe' });
      return '';
    } catch (error) {
      return String((error as { stderr: Buffer }).stderr);
    }
  };

  const answersOf = async (contract: RivtaContract): Promise<readonly string[]> => {
    const answers: string[] = [];
    for (const { headers, body } of everyRequest(contract)) {
      const response = await fetch(rivta.endpoints[contract] ?? '', { method: 'POST', headers, body });
      expect(response.status).toBe(200);
      answers.push(await response.text());
    }
    return answers;
  };

  test.each(rivtaContracts)('%s: every answer for every person', async contract => {
    const answers = await answersOf(contract);
    expect(answers.length).toBeGreaterThan(7);
    expect(faultsOf(contract, answers)).toBe('');
  });

  test('and detects an invalid document', async () => {
    const [first = ''] = await answersOf('GetCareContacts');
    const broken = first.replace(/20260115093000/, '20260115');
    expect(broken).not.toBe(first);
    expect(faultsOf('GetCareContacts', [broken])).toContain('element start: Schemas validity error');
  });
};

describeWithReference('rivta/schemas', 'the simulator', folder =>
  describeWith('xmllint', 'holds the published schemas', path => run(path, folder)),
);
