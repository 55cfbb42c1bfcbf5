// docs/rivta.md lists exactly the elements that the adapter counts and does not publish.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ContractName, contractNames } from '../../../../../src/adapters/ehr/rivta/members.ts';
import type { SourceKind } from '../../../../../src/domain/records/index.ts';
import { connect } from '../support/connect.ts';
import { answerOf } from '../support/documents.ts';
import { producer } from '../support/soap-server.ts';
import { completeDocument, xmlOf } from './instance.ts';

const kinds: Readonly<Record<ContractName, SourceKind>> = {
  GetCareContacts: 'contacts',
  GetAlertInformation: 'attentionSignals',
  GetMedicationHistory: 'prescriptions',
  GetCareDocumentation: 'journalNotes',
  GetSubjectOfCareSchedule: 'appointments',
  LookupResidentForFullProfile: 'patients',
};

const text = readFileSync(join(import.meta.dirname, '../../../../../docs/rivta.md'), 'utf8');

/** Elements of a table's row and the reason: `` `a/b/` `c` `d` `` are `a/b/c` and `a/b/d`. */
const rowsOf = (contract: string) => {
  const section = text.split(/^## /m).find(one => one.split('\n')[0]?.includes(contract)) ?? '';
  return section
    .split('\n')
    .filter(line => line.startsWith('| `'))
    .map(line => {
      const [, cell = '', reason = ''] = line.split('|').map(part => part.trim());
      const [first = '', ...others] = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      return { elements: others.length === 0 ? [first] : others.map(name => first + name), reason };
    });
};

test.each(contractNames)('%s', async contract => {
  const server = await producer(() =>
    answerOf(contract, [xmlOf(completeDocument(contract, { flags: 'true' }))]),
  );
  const connected = connect(server.url);
  const [found] = await connected.read(kinds[contract]);
  await connected.close();
  await server.close();
  const counted = new Set(found?.losses.map(({ path }) => path.replace(/^\w+\//, '')));
  const rows = rowsOf(contract);
  expect(rows.flatMap(({ elements }) => elements).sort()).toEqual([...counted].sort());
  for (const { reason } of rows) expect(reason).toMatch(/\S \S/);
});
