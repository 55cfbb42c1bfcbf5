// Tolvan Tolvansson, an adult with a rich history.
import type { PatientData } from '../world.ts';
import { note, nothing, numberRecord, type Person, textRecord, units } from './parts.ts';

const journal = (person: Person): PatientData['journalNotes'] => [
  note(person, {
    id: 58_701,
    time: '20100312140000',
    template: 'Akutanteckning',
    type: 'Besöksanteckning',
    unit: units.clinic,
    records: [
      textRecord(
        'Aktuellt',
        'Utslag och svullnad efter en dos penicillin. Svårt att andas, ambulans tillkallad.',
      ),
      textRecord('Åtgärd', 'Adrenalin intramuskulärt med god effekt. Varningsmärks för penicillin.'),
    ],
  }),
  note(person, {
    id: 58_723,
    time: '20260115093000',
    template: 'Mottagningsbesök',
    type: 'Besöksanteckning',
    unit: units.clinic,
    records: [
      textRecord('Aktuellt', 'Torr hosta sedan två veckor.\nIngen feber, äter och sover som vanligt.'),
      {
        Keyword: 'Blodtryck',
        KeywordToolType: 'BloodPressureTool',
        OtherValue: {
          ArchetypeRecords: {
            ArchetypeRecord: [
              {
                ArchetypeId: 'openEHR-EHR-OBSERVATION.blood_pressure.v1',
                Name: 'Blodtryck',
                EventDateTime: { startDateTime: { value: '20260115094000' } },
                ArchetypeRecord: [
                  { Name: 'Systoliskt', DataType: 'Quantity', Magnitude: '135', Unit: 'mmHg' },
                  { Name: 'Diastoliskt', DataType: 'Quantity', Magnitude: '85', Unit: 'mmHg' },
                ],
              },
            ],
          },
        },
      },
      numberRecord('Saturation', '98', '%'),
      {
        Keyword: 'Bedömning och åtgärd',
        KeywordToolType: 'TextTool',
        Record: [
          textRecord('Bedömning', 'Sannolikt virusutlöst. <Ingen> misstanke om lunginflammation.'),
          textRecord('Åtgärd', 'Råd om egenvård & ny tid vid behov.'),
        ],
      },
    ],
  }),
  note(person, {
    id: 58_950,
    time: '20260310101500',
    template: 'Telefonkontakt',
    type: 'Kontaktanteckning',
    unit: units.skin,
    records: [textRecord('Aktuellt', 'Provsvar meddelas: godartad förändring, inget mer behöver göras.')],
  }),
];

export const tolvanData = (person: Person): PatientData => ({
  ...nothing(person),
  journalNotes: journal(person),
});
