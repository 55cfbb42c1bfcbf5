// A request of each operation, for suites that are about what comes of it.
import type { ServiceRequest } from '../../support/service/service.ts';

export type Request = ServiceRequest & { readonly number: number };

/** A request of each of the ten, in the order of their numbers. */
export const requests: readonly Request[] = [
  {
    number: 1,
    method: 'POST',
    path: '/patients/paymentnotice/',
    body: { status: 'PAID', contactId: '59062', paymentType: 'CARD' },
  },
  { number: 2, method: 'PUT', path: '/patients/appointments/?id=59062', body: { status: 'arrived' } },
  { number: 3, path: '/patients/appointments/' },
  { number: 4, path: '/patients/patient/' },
  { number: 5, path: '/patients/patient/?api-version=v2' },
  { number: 6, path: '/patients/contacts/' },
  { number: 7, path: '/patients/attentionsignals/' },
  { number: 8, path: '/patients/videomeetings/' },
  { number: 9, path: '/patients/medications/' },
  { number: 10, path: '/patients/journalnotes/' },
];

export const everyScope = [
  'PaymentNotice-write',
  'Appointment-write',
  'Appointment-read',
  'Patient-read',
  'Contact-read',
  'AttentionSignal-read',
  'VideoMeeting-read',
  'MedicationPrescription-read',
  'JournalNote-read',
]
  .map(name => `user/${name}`)
  .join(' ');

export const subject = '191212121212';
