// Units that are named but cannot be identified: access rules learn of them, so that a rule for that unit withholds the record.
import { describe, expect, test } from 'vitest';
import { allergy, bundle, masked, own } from '../support/fhir-server.ts';
import { request } from '../support/prescriptions.ts';
import { only, readAll, readHidden } from '../support/read-all.ts';

const nopat = { security: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'NOPAT' }] };
const system = 'urn:oid:1.2.752.129.2.1.4.1';
const hsa = { system, value: 'SE2321000016-1A2B' };
const unitId = { UnitID: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-1A2B' } };

const clinic = (members: object = {}) => ({
  resourceType: 'Organization',
  id: 'o1',
  name: 'Kliniken',
  identifier: [hsa],
  ...members,
});
const role = (members: object = {}) => ({
  resourceType: 'PractitionerRole',
  id: 'r1',
  organization: { reference: 'Organization/o1' },
  ...members,
});
const visit = (members: object = {}) => ({
  resourceType: 'Encounter',
  id: 'e1',
  status: 'finished',
  subject: own,
  serviceProvider: { reference: 'Organization/o1' },
  ...members,
});
const atVisit = { context: { encounter: [{ reference: 'Encounter/e1' }] } };
const byRole = { author: [{ reference: 'PractitionerRole/r1' }] };
const atClinic = { custodian: { reference: 'Organization/o1' } };

const above = (part: object, url = 'hsaCareUnit') => ({
  extension: [
    {
      url: 'https://commonprofiles.care/fhir/StructureDefinition/common-hsaHierarchy',
      extension: [{ url, ...part }],
    },
  ],
});

/** The units and losses of a note that came with other resources. */
const readNote = async (members: object, ...along: object[]) => {
  const note = { resourceType: 'DocumentReference', id: 'd1', status: 'current', subject: own, ...members };
  const answers = { '/DocumentReference': bundle([note, ...along]) };
  const { record, losses } = only(await readAll('journalNotes', answers));
  const { CareUnit, AccessZoneUnit, ResponsibleUnit } = record.JournalNoteEHRExtract[0];
  const hidden = await readHidden('journalNotes', answers);
  return { CareUnit, AccessZoneUnit, ResponsibleUnit, losses, hidden };
};

const resolved = {
  CareUnit: unitId,
  AccessZoneUnit: unitId,
  ResponsibleUnit: unitId,
  losses: [],
  hidden: [],
};

describe('the unit of a note', () => {
  test.each<[string, object, object[]]>([
    ['its custodian', atClinic, [clinic()]],
    ["its author's role", byRole, [role(), clinic()]],
    ['its Encounter', atVisit, [visit(), clinic()]],
  ])('is resolved by %s', async (_, members, along) => {
    expect(await readNote(members, ...along)).toEqual(resolved);
  });

  test('is unresolved if its Encounter is withheld', async () => {
    const { CareUnit, losses } = await readNote(atVisit, visit({ meta: nopat }), clinic());
    expect(CareUnit).toBeUndefined();
    expect(losses).toEqual([
      'withheld Encounter/meta/security',
      'withheld DocumentReference/context/encounter',
      'unreadable DocumentReference/context/encounter',
    ]);
  });

  const hidden = visit({ meta: nopat });
  const encounter = { reference: 'Encounter/e1' };

  test('of a prescription: the secrecy levels of a withheld Encounter are counted too', async () => {
    const prescriptions = await readAll('prescriptions', {
      '/MedicationRequest': bundle([request({ encounter }), hidden]),
    });
    expect(only(prescriptions).losses).toEqual([
      'withheld Encounter/meta/security',
      'withheld MedicationRequest/encounter',
      'unreadable MedicationRequest/encounter',
    ]);
  });

  test('of a warning: they are not, because a warning does not publish its Encounter', async () => {
    const signals = await readAll('attentionSignals', {
      '/AllergyIntolerance': bundle([allergy('1', { encounter }), hidden]),
    });
    expect(only(signals).losses).toEqual([
      'withheld Encounter/meta/security',
      'unreadable AllergyIntolerance/encounter',
    ]);
  });

  test("is unresolved if its author's role is withheld, even if its Encounter names a unit", async () => {
    const alone = await readNote(byRole, role({ meta: nopat }), clinic());
    expect(alone.CareUnit).toBeUndefined();
    expect(alone.losses).toEqual([
      'withheld PractitionerRole/meta/security',
      'unreadable DocumentReference/author',
    ]);
    const both = await readNote({ ...byRole, ...atVisit }, role({ meta: nopat }), visit(), clinic());
    expect(both.CareUnit).toEqual(unitId);
    expect(both.losses).toEqual([
      'withheld PractitionerRole/meta/security',
      'unreadable DocumentReference/author',
    ]);
  });

  test('is resolved by its custodian even if its Encounter and role are withheld', async () => {
    const { CareUnit, hidden } = await readNote(
      { ...atClinic, ...byRole, ...atVisit },
      role({ meta: nopat }),
      visit({ meta: nopat }),
      clinic(),
    );
    expect(CareUnit).toEqual(unitId);
    expect(hidden).not.toContain('unit');
  });

  test.each<[string, object, object[]]>([
    ['custodian', { custodian: 'Organization/o1' }, []],
    ["organisation of its author's role", byRole, [role({ organization: 'Organization/o1' })]],
    ['service provider of its Encounter', atVisit, [visit({ serviceProvider: ['Organization/o1'] })]],
    [
      "organisation of its custodian's place",
      { custodian: { reference: 'Location/l1' } },
      [{ resourceType: 'Location', id: 'l1', managingOrganization: 'Organization/o1' }],
    ],
  ])('is unresolved if the %s is not an object', async (_, members, along) => {
    const { hidden } = await readNote(members, ...along, clinic());
    expect(hidden).toContain('unit');
  });
});

describe('the HSA-id of a unit', () => {
  const local = { system: 'urn:oid:1.2.3', value: 'K1' };
  const localId = { UnitLocalID: { root: '1.2.3', extension: 'K1' } };

  test.each<[string, unknown]>([
    ['is masked', [{ system, _value: masked }, local]],
    ['is unreadable', [{ system, value: { x: 1 } }, local]],
    ['may be one whose system is masked', [{ _system: masked, value: 'SE2321000016-1A2B' }]],
    ['may be one that is masked as a whole', [masked, local]],
    ['may be one that is not an object', ['SE2321000016-1A2B', local]],
    ['may be in a list that is not one', hsa],
  ])('%s: the unit is unresolved', async (_, identifier) => {
    const { CareUnit, hidden } = await readNote(atClinic, clinic({ identifier }));
    expect(CareUnit).not.toEqual(unitId);
    expect(hidden).toContain('unit');
  });

  test.each<[string, object[]]>([
    ['is absent', [local]],
    ['is absent, and a local id is unreadable', [local, { system: 'urn:oid:1.2.4', value: {} }]],
  ])('%s: the unit is resolved by its local id', async (_, identifier) => {
    const { CareUnit, hidden } = await readNote(atClinic, clinic({ identifier }));
    expect(CareUnit).toEqual(localId);
    expect(hidden).not.toContain('unit');
  });

  test('is masked in a Location, which may be a unit of its own', async () => {
    const place = {
      resourceType: 'Location',
      id: 'l1',
      identifier: [{ system, _value: masked }],
      managingOrganization: { reference: 'Organization/o1' },
    };
    const { CareUnit, hidden } = await readNote({ custodian: { reference: 'Location/l1' } }, place, clinic());
    expect(CareUnit).toEqual(unitId);
    expect(hidden).toContain('unit');
  });

  test('and its care unit are counted once if both are unresolved', async () => {
    const identifier = [{ system, _value: masked }];
    const { losses } = await readNote(
      atClinic,
      clinic({ identifier, ...above({ valueReference: { display: 'Psykiatri' } }) }),
    );
    expect(losses.filter(loss => loss.startsWith('unreadable'))).toEqual([
      'unreadable DocumentReference/custodian',
    ]);
  });

  test('may be a logical reference whose system is unreadable', async () => {
    const identifier = { system: {}, value: 'SE2321000016-1A2B' };
    const { hidden } = await readNote({ custodian: { identifier } });
    expect(hidden).toContain('unit');
  });
});

describe('the care unit of a unit (hsaCareUnit)', () => {
  const careUnitId = { UnitID: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-9Z9Z' } };

  test('is resolved by its HSA-id', async () => {
    const identifier = { system, value: 'SE2321000016-9Z9Z' };
    expect(await readNote(atClinic, clinic(above({ valueReference: { identifier } })))).toEqual({
      CareUnit: careUnitId,
      AccessZoneUnit: careUnitId,
      ResponsibleUnit: unitId,
      losses: [],
      hidden: [],
    });
  });

  const unknown: [string, object][] = [
    ['only a name', { valueReference: { display: 'Psykiatri' } }],
    ['a literal reference', { valueReference: { reference: 'Organization/o2' } }],
    ['a masked HSA-id', { valueReference: { identifier: { system, _value: masked } } }],
    ['a reference that is not an object', { valueReference: 'Organization/o2' }],
    ['another type of value', { valueString: 'SE2321000016-9Z9Z' }],
  ];

  test.each(unknown)('is unresolved with %s', async (_, part) => {
    const { CareUnit, AccessZoneUnit, ResponsibleUnit, hidden } = await readNote(
      atClinic,
      clinic(above(part)),
    );
    expect({ CareUnit, AccessZoneUnit }).toEqual({ CareUnit: undefined, AccessZoneUnit: undefined });
    expect(ResponsibleUnit).toEqual(unitId);
    expect(hidden).toContain('unit');
  });

  test.each(unknown)('is unresolved with %s in the other kinds too', async (_, part) => {
    const along = clinic(above(part));
    const ordered = request({ requester: { reference: 'Organization/o1' } });
    const warning = allergy('1', { recorder: { reference: 'Organization/o1' } });
    expect(await readHidden('prescriptions', { '/MedicationRequest': bundle([ordered, along]) })).toEqual([
      'unit',
    ]);
    expect(await readHidden('contacts', { '/Encounter': bundle([visit(), along]) })).toEqual(['unit']);
    expect(await readHidden('attentionSignals', { '/AllergyIntolerance': bundle([warning, along]) })).toEqual(
      ['unit'],
    );
  });
});

describe('the care provider of a unit (hsaCareProvider)', () => {
  const partOf = { identifier: { system, value: 'SE2321000016-0001' } };
  const read = async (part: object) => {
    const note = {
      resourceType: 'DocumentReference',
      id: 'd1',
      status: 'current',
      subject: own,
      ...atClinic,
    };
    const along = clinic({ ...above(part, 'hsaCareProvider'), partOf });
    const { record, losses } = only(
      await readAll('journalNotes', { '/DocumentReference': bundle([note, along]) }),
    );
    return { provider: record.JournalNoteEHRExtract[0].HeadCareproviderUnit, losses };
  };

  test('is not the organisation above, if it is named and not known', async () => {
    expect(await read({ valueReference: { reference: 'Organization/o2' } })).toEqual({
      provider: undefined,
      losses: ['unreadable Organization/extension'],
    });
  });

  test('is identified by its HSA-id', async () => {
    const identifier = { system, value: 'SE2321000016-9Z9Z' };
    expect(await read({ valueReference: { identifier } })).toEqual({
      provider: { UnitID: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-9Z9Z' } },
      losses: [],
    });
  });
});
