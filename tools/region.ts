// npm run region: tests a region profile against its systems or with a file.
import { runCommands } from './command.ts';
import { runCheck, testNumber } from './region/check.ts';
import { runTranslate } from './region/translate.ts';

const usage = `npm run region -- check PROFILE [--patient N] [--strict] [--json]
npm run region -- translate KIND FILE [--profile PROFILE] [--patient N] [--json]

check loads a region profile as the service does, and reads each kind of one patient from the system that serves it. It
prints what works, and why something does not; no record and no number. Nothing is written: arrivals and payments are not
tried. That the EHR does not know the patient counts as reached.

  --patient N   whose records are read; the official test number ${testNumber} where it is missing. "-" asks for the number
                and does not show it, or reads it from standard input
  --strict      status 1 also where the profile has members that nothing reads
  --json        the outcome as one JSON object

translate prints what the service would answer if the EHR had answered with the file: an extract (XML), a SOAP answer of a
national contract (also with its attachments), or a FHIR Bundle that has the Patient and what the records refer to. The
rules of the profile hold. Nothing is called, and secrets may be missing. The JSON is on standard output; what was left
out, by path and reason, on standard error. The JSON contains patient data: keep it somewhere safe.

  KIND          appointments, patients, patientsV2, contacts, attentionSignals, videoMeetings, prescriptions, journalNotes
  FILE          "-" reads standard input
  --profile P   the profile, instead of REGION_FILE of the environment or .env
  --patient N   whose records they are; the first patient number in the file where it is missing
  --json        one object with the records and what was left out

Secrets of the profile (env:NAME) are read from the environment or .env. The status is 1 where anything fails.`;

await runCommands({ name: 'region', usage, commands: { check: runCheck, translate: runTranslate } });
