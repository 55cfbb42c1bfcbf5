// One small good document for every path of the legacy interface.

const extract = (kind: string, content: string) =>
  `<${kind}EHRExtracts><XSDVersion version="0.21"/><${kind}EHRExtract>` +
  `<time_created value="20260115093000"/>${content}</${kind}EHRExtract></${kind}EHRExtracts>`;

const patientId = '<PatientID root="1.2.752.129.2.1.3.1" extension="191212121212"/>';

export const documents: Readonly<Record<string, string>> = {
  '/bookings':
    '<Bookings><ResultCode>OK</ResultCode><Comment/><Booking><ContactId>59062</ContactId>' +
    '<StartTime>20260115093000</StartTime><Status>BOOKED</Status><PaymentStatus>UNPAID</PaymentStatus>' +
    '</Booking></Bookings>',
  '/extracts/patient': extract('Patient', `<Patient>${patientId}<PatientSex>M</PatientSex></Patient>`),
  '/extracts/contacts': extract('Contact', '<Contact><ContactStatus>Ankommen</ContactStatus></Contact>'),
  '/extracts/attentionsignals': extract(
    'AttentionSignal',
    '<AttentionSignal><ContagiousDiseaseType><Heading>MRSA</Heading></ContagiousDiseaseType></AttentionSignal>',
  ),
  '/extracts/prescriptions': extract(
    'Prescription',
    '<Prescription><MedicationActive>true</MedicationActive></Prescription>',
  ),
  '/extracts/journalnotes': extract(
    'JournalNote',
    '<Note><NoteTemplateName>Besök &amp; samtal</NoteTemplateName></Note>',
  ),
  '/videomeetings':
    '<VideoMeetings><VideoMeeting><ActionId>349576</ActionId><ServiceName>Videobesök</ServiceName>' +
    '</VideoMeeting></VideoMeetings>',
};

const result = '<ResultRecord><ResultCode>OK</ResultCode><Comment>Gjort.</Comment></ResultRecord>';

/** The document of a path; a write's result for the paths of the writes. */
export const documentOf = (path: string): string => documents[path] ?? result;
