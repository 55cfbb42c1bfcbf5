// The members of the contract's records that a region's protocol has no place for, by reason. A member is named by as many of its
// last steps as tell it from others, in the spelling of either layout; all that is in it is meant too. `=` names a word.

import { listed } from '../support/listed.ts';

/** Members that are in another one. */
const within = (member: string, inner: string) => listed(inner).map(one => `${member}/${one}`);

const kinds = {
  contacts: 'contactEHRExtract',
  signals: 'AttentionSignalEHRExtract',
  notes: 'JournalNoteEHRExtract',
  prescriptions: 'PrescriptionEHRExtract',
} as const;

const registered = within(
  'RegisteredBooking',
  'BookingId StartTime PerformingUnit CareGiver PatientInformation TypedStartDateTime Any',
);

/** The dosages of the extracts alone (D38, one dosage in every region). */
const otherDosages = listed(`
  DripDosage MultiDosage FreeTextDosage NormalDosage OccasionDosage OnceDosage PeriodicDosage WeeklyDosage
`);

/** What no sentence about a dose says: they are counted (docs/dosages.md). */
const unsaidOfDoses = listed(
  'IX3Dosage/InfusionDuration IX3Dosage/Rate DoseInstance/DoseTime DoseInstance/Conditional',
);

/** What neither FHIR nor the national contracts know: how the first region's own product works. */
const ofOneProduct = listed(`
  ehr_id PatientSecrecyGroups PatientSecrecyGroup UnitSecrecyGroups AccessZones KeywordSecrecyLevels
  CosmicUserID PhoneComment EmailComment UnitAddressComment PatientComment PatientPasses PatientCountry
  contactPatientFee contactShareInfo actions careCommitment contactTechnicalUnit deceasedDateTime
  postMortemRequired SignalReassessmentEndDate SignalDataType ReasessmentRequired ReasessmentComment
  ReasessmentDateTime UnstructuredType/Type UnstructuredType/Valid AccordingToSchedule ActualTerminateDate
  PrescriptionCaregiverInstruction PrescriptionReason MedicationType RouteDetail/abbreviation
  RouteDetail/routeLicensed EffectiveDateTime MedicationChoice PrescriptionDetails
  PrescriptionDrugExtemporeDescription MedicationPurpose MedicationPurposeText MedicationIndication
  MedicationIndicationText MedicationTarget MedicationTargetText MedicationAdministrationMethod
  MixingInstruction Mixtures IX3Dosage/DosageType IX3Dosage/DoseDistributionType IX3Dosage/DoseDuration
  IX3Dosage/Continuous IX3Dosage/ExtraDose IX3Dosage/NoOfAdminTimes StartDuration
  DoseInstance/DaysFromDosageStart Record/JournalValueType Record/Unit Record/Range Record/OtherValue
`);

/** The ids of records and contacts as a region has them: without a register. */
const idsAlone = listed(`
  Contact/rcId/root AttentionSignal/RcId/root MedicalRecordLinkData/RcId/root Prescription/rc_id/root
  HCMContact/rc_id/root NoteId/root target_id/root
`);

/** Region → reason → members. */
export const placeless = {
  extracts: {},
  rivta: {
    'only extracts have it': ofOneProduct,
    'no sentence about a dose says it (D38)': unsaidOfDoses,
    'what is taken once is in the words of its prescriber': within('DoseInstance', 'OneOff OneOffTime'),
    'operation 7 states no version of its layout (D37)': ['attentionSignals/XSDVersion'],
    'no contract has video meetings, payments or registered bookings': [
      'videoMeetings',
      'PaymentDetails',
      ...registered,
    ],
    'the schedule names a facility by id and name, and no organisation': within(
      'Booking',
      'PerformingUnit/Id PerformingUnit/Address CareGiver PatientInformation',
    ),
    'the published pattern of `subject_of_care` lets no number pass': ['appointments/Patient'],
    'the population register knows people, not their care': [
      ...within('PatientEHRExtract', 'ehr_system time_created ResponsibleUnit AccessZoneUnit'),
      'PatientEHRExtract/HeadCareproviderUnit',
      ...within('PatientEHRExtract/Patient', 'rc_id PatientVersionDateTime PhoneNumbers EmailAddresses'),
      ...listed(`
        PatientRelatives PatientOtherIdentifiers PatientConnectedInactiveNumbers
        PatientAddressCounty PatientAddressCountryCode PatientAddressComment
      `),
    ],
    'a document names its patient by number alone': [
      'Patient/PatientInternalID',
      ...[kinds.contacts, kinds.signals, kinds.notes].map(kind => `${kind}/Patient/PatientName`),
      ...Object.values(kinds).map(kind => `${kind}/Patient/PatientProtectedId`),
      'PatientNameData',
    ],
    'an id is a text without its register': idsAlone,
    'units and people have HSA-ids, and of a unit the contracts have one line each': [
      ...listed(`
        UnitLocalID UnitInternalID HeadCareproviderUnitID UnitHeadCareProviderUnitID PhoneType
        EmailType UnitAddressType UnitAddressPostcode UnitAddressCity UnitAddressCounty
        UnitAddressCountry CareProviderInternalID CareProviderUnit
      `),
      ...[kinds.contacts, kinds.signals, kinds.notes].map(
        kind => `${kind}/CareProviders/CareProvider/CareProviderType`,
      ),
      'CreationUnit',
    ],
    'a contact has a type, a reason, a status and a period': [
      ...within('contact', 'contactPerformingUnit contactVisitType contactCategory2 contactActive'),
      ...within('contact', 'contactRoom contactBed contactSecrecyLevels discharge'),
      ...within('contact', 'contactHomeleaveBeginDateTime contactHomeleaveEndDateTime'),
    ],
    'a document names its contact by id alone': [
      ...within('HCMContact', 'ContactType ContactStatus ContactBegin ContactEnd'),
      ...within('HCMContact', 'ContactSecrecyLevels ContactPerformingUnit HCMContacInternaltID'),
      ...within('HCMContact', 'HCMContactBegin HCMContactEnd HCMContactStatus HCMContactType'),
    ],
    'a warning has a period in which it holds, and a block has no time or state of its own': [
      'SignalActive',
      ...within('HypersensitivityType', 'Reaction ReactionTypes'),
      ...within('TreatmentAndConditionType', 'TreatmentDateTime DiagnosisDateTime'),
    ],
    'a dosage has one form, which IX3Dosage takes': [
      ...otherDosages,
      'PrescriptionDosages/WhenNeeded',
      ...within('IX3Dosage', 'DoseStart DoseEnd/EndDate DosageOrder'),
      'IX3Dosage/WholeWhenNeeded',
    ],
    'a drug has a route, and no place on the body or device': within('RouteDetail', 'byWith location'),
    'a note is one text without levels': ['NoteSecrecyLevels', 'KeywordToolType', 'Record/Record'],
    'withdrawn documents are withheld (D35), and the only states are ended and discontinued': listed(
      'NoteInactiveReason TreatmentStatus=INVALIDATED TreatmentStatus=ACTIVE',
    ),
  },
  fhir: {
    'only extracts have it': ofOneProduct,
    'operation 7 states no version of its layout (D37)': ['attentionSignals/XSDVersion'],
    'R4 has no price of an appointment, and one list of them': ['PaymentDetails', ...registered],
    'an identifier has a register, which has no name': ['PersonNumbers/Type/Name'],
    "a resource's id has no register": ['Patient/rc_id/root', ...idsAlone],
    'R4 has no such element of a patient, a relative or an identifier': listed(
      'PatientRelativeOrder PatientRelativeComment PatientDistrict PatientOtherIdentifierComment',
    ),
    'a record refers to its patient, and does not repeat the name': [
      ...[kinds.contacts, kinds.signals, kinds.notes].map(kind => `${kind}/Patient/PatientName`),
      ...within('PrescriptionEHRExtract/Patient', 'Gender BirthDate PatientNameData'),
    ],
    'a unit is told by its id, and R4 has no place in a building': [
      'UnitAddressGeographicalPlace',
      ...['CreationUnit', 'ResponsibleUnit', 'AccessZoneUnit', 'HeadCareproviderUnit'].map(
        unit => `PrescriptionEHRExtract/${unit}/UnitInternalID`,
      ),
    ],
    'a code system has no name': ['codeSystemName'],
    'R4 knows neither the signature nor the end of a warning': listed(
      'SignalSignDateTime SignalDeletionComment',
    ),
    'a Flag has one text beside its label': ['TreatmentAndConditionType/Comment'],
    'a session key is a secret, and R4 does not say where a meeting runs': listed(
      'server/clientID server/onPremise',
    ),
    'a MedicationRequest says neither what replaces it nor its goal nor when it is evaluated': listed(
      'ReplacedByLatest TreatmentGoal FollowUpDateTime',
    ),
    'a dosage has one form, which IX3Dosage takes': otherDosages,
    'no sentence about a dose says it (D38)': unsaidOfDoses,
    'a Dosage has one text, and its condition is that of all of its doses': ['IX3Dosage/DosageShortText'],
    'withdrawn resources are withheld (D35)': ['NoteInactiveReason', 'TreatmentStatus=INVALIDATED'],
  },
} as const satisfies Record<string, Readonly<Record<string, readonly string[]>>>;
