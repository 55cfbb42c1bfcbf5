// The trees in docs/records.md are those that the EHR simulators write and that the schemas are compared with.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { attentionSignal } from '../../sandbox/record-builders/attention-signal.ts';
import { appointmentResult } from '../../sandbox/record-builders/bookings.ts';
import { contact, contactV2 } from '../../sandbox/record-builders/contact.ts';
import { archetypeRecord, journalNote, noteRecord } from '../../sandbox/record-builders/journal-note.ts';
import { patient, patientV2 } from '../../sandbox/record-builders/patient.ts';
import { prescription } from '../../sandbox/record-builders/prescription.ts';
import { videoMeetingResult } from '../../sandbox/record-builders/video-meeting.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/records.md'), 'utf8');
const blocks = Object.fromEntries(
  [...page.matchAll(/^```json tree=(\w+)\n([\s\S]*?)^```$/gm)].map(([, name = '', tree = '']) => [
    name,
    JSON.parse(tree),
  ]),
);

test('every tree of the page', () => {
  expect(blocks).toEqual({
    appointmentResult,
    patient,
    patientV2,
    contactV2,
    contact,
    attentionSignal,
    videoMeetingResult,
    prescription,
    journalNote,
    noteRecord,
    archetypeRecord,
  });
});
