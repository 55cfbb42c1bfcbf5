// The units of a contact, and which of them release rules see (D26).
import { describe, expect, test } from 'vitest';
import type { ContactRecord } from '../../../../src/domain/records/contact.ts';
import { factsOf } from '../../../../src/domain/rules/facts.ts';
import { releaseFilter } from '../../../../src/domain/rules/release.ts';
import { patient } from './support/connect.ts';
import { answerOf, contact, elements, group } from './support/documents.ts';
import { readAnswer } from './support/read-answer.ts';

describe('the units of a contact', () => {
  const unit = (name: string, id: string) =>
    group(name, elements({ orgUnitHSAId: id, orgUnitName: 'Mottagningen' }));
  const atUnits = (professional: string, own: string) =>
    contact({ id: 'D-1', patient })
      .replace(
        '</c:accountableHealthcareProfessional>',
        `${professional}</c:accountableHealthcareProfessional>`,
      )
      .replace('<c:careContactBody>', `<c:careContactBody>${own}`);
  const published = async (document: string) => {
    const [found] = await readAnswer('contacts', answerOf('GetCareContacts', [document]));
    if (found === undefined) throw new Error('no contact');
    return { record: found.record as ContactRecord, losses: found.losses };
  };
  const head = unit('healthcareProfessionalOrgUnit', 'SE-1');
  const other = unit('careContactOrgUnit', 'SE-2');

  test.each<[string, string, string[]]>([
    ['of the professional and of the contact', atUnits(head, other), ['SE-1', 'SE-2']],
    ['of the professional alone', atUnits(head, ''), ['SE-1']],
    ['of the contact alone', atUnits('', other), ['SE-2']],
  ])('%s: withholding any published unit withholds the contact', async (_name, document, expected) => {
    const { record, losses } = await published(document);
    const ids = record.contactEHRExtract?.[0]?.units?.unit?.map(one => one.unitID?.extension);
    expect(ids).toEqual(expected);
    const withheld = expected.filter(id =>
      releaseFilter({ withhold: { units: [id] } }).withholds(factsOf.contacts(record), record, losses),
    );
    expect(withheld).toEqual(expected);
  });

  test('has no responsible unit if it equals the performing one or is missing', async () => {
    for (const own of [unit('careContactOrgUnit', 'SE-1'), '']) {
      const { record } = await published(atUnits(head, own));
      expect(record.contactEHRExtract?.[0]).toMatchObject({
        contactPerformingUnit: { unitID: { extension: 'SE-1' } },
      });
      expect(record.contactEHRExtract?.[0]).not.toHaveProperty('contactResponsibleUnit');
    }
  });

  test('a repeated unit of the contact hides the unit', async () => {
    const { losses } = await published(atUnits(head, other + unit('careContactOrgUnit', 'SE-3')));
    expect(losses).toEqual([
      {
        path: 'careContact/careContactBody/careContactOrgUnit',
        reason: 'repeated',
        hides: ['unit'],
      },
    ]);
  });
});
