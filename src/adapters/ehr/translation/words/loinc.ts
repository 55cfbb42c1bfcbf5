// LOINC's codes of documents and of their sections.
import { wordList } from './word-list.ts';

type Wordings = Parameters<typeof wordList>[1];

/** With the kind of text that LOINC adds to many of its names: `Vital signs note`. */
const withKinds = (wordings: Wordings): Wordings =>
  Object.fromEntries(
    Object.entries(wordings).map(([code, [word, ...names]]) => [
      code,
      [word, ...names.flatMap(name => [name, `${name} note`, `${name} Narrative`, `${name} Document`])],
    ]),
  );

/** The sections of C-CDA and of the International Patient Summary, and the documents that have them. */
export const loincWords = wordList(
  ['http://loinc.org', '2.16.840.1.113883.6.1'],
  withKinds({
    '48765-2': ['Överkänslighet', 'Allergies and adverse reactions', 'Allergies, adverse reactions, alerts'],
    '10160-0': ['Läkemedel', 'History of Medication use', 'Medication use'],
    '11450-4': ['Hälsoproblem', 'Problem list - Reported', 'Problem list'],
    '11369-6': ['Vaccinationer', 'History of Immunization', 'History of immunizations'],
    '47519-4': ['Åtgärder', 'History of Procedures'],
    '30954-2': [
      'Provsvar',
      'Relevant diagnostic tests/laboratory data',
      'Relevant diagnostic tests and/or laboratory data',
    ],
    '8716-3': ['Vitalparametrar', 'Vital signs'],
    '29762-2': ['Sociala förhållanden', 'Social history'],
    '10157-6': ['Ärftlighet', 'History of family member diseases', 'Family history'],
    '29299-5': ['Kontaktorsak', 'Reason for visit'],
    '10154-3': ['Huvudbesvär', 'Chief complaint Narrative - Reported', 'Chief complaint'],
    '10164-2': ['Sjukdomshistoria', 'History of Present illness'],
    '11348-0': ['Tidigare sjukdomar', 'History of Past illness'],
    '29545-1': ['Status', 'Physical findings'],
    '51848-0': ['Bedömning', 'Evaluation', 'Assessment'],
    '18776-5': ['Planering', 'Plan of care', 'Plan of treatment', 'Treatment plan'],
    '51847-2': ['Bedömning och planering', 'Evaluation + Plan', 'Assessment and plan'],
    '8648-8': ['Vårdförlopp', 'Hospital course'],
    '8653-8': ['Råd vid utskrivning', 'Hospital Discharge instructions'],
    '11535-2': ['Diagnos vid utskrivning', 'Hospital discharge Dx', 'Hospital discharge diagnosis'],
    '10183-2': ['Läkemedel vid utskrivning', 'Hospital discharge medications'],
    '46240-8': [
      'Vårdkontakter',
      'History of Hospitalizations+Outpatient visits',
      'History of encounters',
      'Encounters',
    ],
    '46264-8': ['Medicintekniska produkter', 'History of medical device use'],
    '47420-5': ['Funktionsstatus', 'Functional status assessment', 'Functional status'],
    '42348-3': ['Vårdönskemål', 'Advance healthcare directives', 'Advance directives'],
    '34133-9': ['Sammanfattning av vården', 'Summary of episode', 'Summarization of Episode Note'],
    '60591-5': ['Patientöversikt', 'Patient summary'],
    '18842-5': ['Utskrivningsanteckning', 'Discharge summary'],
    '11488-4': ['Konsultationsanteckning', 'Consult', 'Consultation'],
    '11506-3': ['Daganteckning', 'Progress'],
    '34117-2': ['Anamnes och status', 'History and physical'],
    '28570-0': ['Åtgärdsanteckning', 'Procedure'],
    '11504-8': ['Operationsberättelse', 'Surgical operation'],
    '57133-1': ['Remiss', 'Referral'],
    '18748-4': ['Bilddiagnostik', 'Diagnostic imaging study'],
    '11502-2': ['Laboratoriesvar', 'Laboratory report'],
  }),
);
