// Elements of other namespaces at the end of a type are counted, even if they have the contract's names, and change nothing else.
import { expect, test } from 'vitest';
import type { ContractName } from '../../../../../src/adapters/ehr/rivta/members.ts';
import type { SourceKind } from '../../../../../src/domain/records/index.ts';
import type { Found, Loss } from '../../../../../src/ports/ehr.ts';
import { connect } from '../support/connect.ts';
import { producer, sample } from '../support/soap-server.ts';

const kinds: readonly (readonly [ContractName, SourceKind])[] = [
  ['GetCareContacts', 'contacts'],
  ['GetAlertInformation', 'attentionSignals'],
  ['GetMedicationHistory', 'prescriptions'],
  ['GetCareDocumentation', 'journalNotes'],
  ['LookupResidentForFullProfile', 'patients'],
  ['GetSubjectOfCareSchedule', 'appointments'],
];

/** Repeats every element at the end of its parent, in a region's namespace and with another text. */
const withDoubles = (xml: string): string =>
  xml.replace(/<(?:\w+:)?(\w+)[^<>]*>[^<>]+<\/(?:\w+:)?\1>(?=\s*<\/)/g, (whole, name) => {
    return `${whole}<x:${name} xmlns:x="urn:example:extension">1</x:${name}><x:result xmlns:x="urn:example:extension"/>`;
  });

/** Without what was counted for an element of another namespace. */
const withoutExtensions = (found: readonly Found<unknown>[]) =>
  JSON.parse(
    JSON.stringify(found, (name, value) => {
      if (name !== 'losses') return value;
      const losses = value.filter(({ path }: Loss) => !path.includes('*:'));
      return losses.length === 0 ? undefined : losses;
    }),
  );

test.each(kinds)('%s: the result is the same with and without them', async (contract, kind) => {
  const written = sample(contract);
  const extended = withDoubles(written);
  expect(extended).not.toBe(written);
  const read = async (xml: string) => {
    const server = await producer(() => xml);
    const connected = connect(server.url);
    try {
      return await connected.read(kind);
    } finally {
      await connected.close();
      await server.close();
    }
  };
  const expected = await read(written);
  expect(expected.length).toBeGreaterThan(0);
  const found = await read(extended);
  expect(JSON.stringify(found)).toContain('*:');
  expect(withoutExtensions(found)).toEqual(withoutExtensions(expected));
});
