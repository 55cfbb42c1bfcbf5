// All ten operations through a client whose types are generated from the API description, and calls that must not compile.
import createClient from 'openapi-fetch';
import type { components, paths } from '../../../examples/typescript/api.ts';

type Booking = components['schemas']['Booking'];

export type Credentials = { readonly url: string; readonly key: string; readonly token: string };

/** Calls each operation once. */
export const callAll = async ({ url, key, token }: Credentials) => {
  const client = createClient<paths>({
    baseUrl: url,
    headers: { 'Ocp-Apim-Subscription-Key': key, Authorization: `Bearer ${token}` },
  });
  const interval = { fromDateTime: '2020-01-01T00:00:00', toDateTime: '2030-01-01T00:00:00' };

  const appointments = await client.GET('/patients/appointments/', { params: { query: interval } });
  const [booking]: readonly Booking[] = appointments.data?.[0]?.Booking ?? [];
  const contactId: string = booking?.ContactId ?? '';
  const change = await client.PUT('/patients/appointments/', {
    params: { query: { id: contactId } },
    body: { status: 'arrived' },
  });
  const payment = await client.POST('/patients/paymentnotice/', {
    body: { status: 'PAID', contactId, paymentType: 'CARD' },
  });
  const patient = await client.GET('/patients/patient/', {
    params: { header: { patient: '191212121212' } },
  });
  const patientV2 = await client.GET('/patients/patient', { params: { query: { 'api-version': 'v2' } } });
  const contacts = await client.GET('/patients/contacts/', { params: { query: { 'api-version': 'v2' } } });
  const attentionSignals = await client.GET('/patients/attentionsignals/');
  const videoMeetings = await client.GET('/patients/videomeetings/');
  const medications = await client.GET('/patients/medications/');
  const journalNotes = await client.GET('/patients/journalnotes/', { params: { query: interval } });
  const refused = await client.GET('/patients/journalnotes/', {
    params: { query: { fromDateTime: 'yesterday' } },
  });

  // Reads a member of each answer through its generated type.
  const members: Record<string, string | number | undefined> = {
    paymentNotice: payment.data?.[0]?.ResultCode,
    appointmentChange: change.data?.ResultCode,
    patient: patient.data?.[0]?.PatientEHRExtract?.[0]?.Patient?.PatientID?.extension,
    patientV2: patientV2.data?.[0]?.patientEHRExtract?.[0]?.patient?.patientID?.extension,
    contacts: contacts.data?.[0]?.contactEHRExtract?.[0]?.contact?.contactStatus,
    attentionSignals: attentionSignals.data?.[0]?.AttentionSignalEHRExtract?.length,
    videoMeetings: videoMeetings.data?.[0]?.actionId,
    medications: medications.data?.[0]?.PrescriptionEHRExtract?.length,
    journalNotes: journalNotes.data?.[0]?.JournalNoteEHRExtract?.[0]?.Note?.NoteTemplateName,
    appointments: appointments.data?.[0]?.ResultCode,
    refused: refused.error?.message,
  };
  const answers = {
    paymentNotice: payment,
    appointmentChange: change,
    appointments,
    patient,
    patientV2,
    contacts,
    attentionSignals,
    videoMeetings,
    medications,
    journalNotes,
  };
  const statuses = Object.fromEntries(
    Object.entries(answers).map(([name, { response }]) => [name, response.status]),
  );
  return { statuses, members };
};

/** Proof that the generated types are not all `any`. */
export const wrongCalls = (client: ReturnType<typeof createClient<paths>>) => [
  // @ts-expect-error: there is no such path.
  client.GET('/patients/nothing/'),
  // @ts-expect-error: without the id of the booking.
  client.PUT('/patients/appointments/', { body: { status: 'arrived' } }),
  // @ts-expect-error: there is no such status.
  client.PUT('/patients/appointments/', { params: { query: { id: '1' } }, body: { status: 'gone' } }),
];

// @ts-expect-error: there is no such word.
export const wrongWord: components['schemas']['ErrorWord'] = 'no-such-word';
