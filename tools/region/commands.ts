// npm run region: tests a region profile against its systems or with a file.
import { recordKinds } from '../../src/domain/records/index.ts';
import { commandTool } from '../command.ts';
import { runCheck, testNumber } from './check.ts';
import { runReload } from './reload.ts';
import { runSchemas } from './schemas.ts';
import { runTest } from './test.ts';
import { runTranslate } from './translate.ts';

const usage = `npm run region -- check PROFILE [--patient N] [--strict] [--json]
npm run region -- translate KIND FILE [--profile PROFILE] [--patient N] [--id ID] [--table T]
                         [--json] [--explain]
npm run region -- test PROFILE [--patient N] [--id ID] [--json]
npm run region -- schemas FOLDER
npm run region -- reload [--pid PID]

check loads a region profile as the service does, and reads each kind of one patient from the system that serves it. It
prints what works, and why something does not, but no record and no number that was given; of flags that the profile does
not list, the categories. It writes nothing: arrivals and payments are not tried. A system that does not know the patient
counts as reached.

  --patient N   the patient whose records are read; by default the official test number ${testNumber}. With "-", the
                command asks for the number without showing it, or reads it from standard input
  --strict      status 1 also for profile members that nothing reads
  --json        the outcome as one JSON object

translate prints what the service would answer if the EHR had answered with the file: an extract (XML), a SOAP answer of a
national contract (with or without attachments), or a FHIR Bundle with the Patient and everything that the records refer
to. The profile's rules apply. No system is called, and secrets may be missing. The JSON goes to standard output; what was
left out, by path and reason, to standard error. The JSON contains patient data: keep it somewhere safe.

  KIND          ${recordKinds.join(', ')}
  FILE          "-" reads standard input
  --profile P   the profile, instead of REGION_FILE of the environment or .env
  --patient N   the patient whose records they are; by default the first patient number in the file
  --id ID       the EHR's own id of the patient, where records name that; by default the first one is taken for the patient's
  --table T     where a kind has several requests, the table of the one that the file answers: attention-signals-flags
  --json        one object with the records and what was left out
  --explain     for tables: a line a value instead, with its member of the record, its path and place in the file, and what is
                published or why it is lost; first, what in the tables withholds a record. It ends as it does without --explain:
                with the counts, or with the error if the answer is refused as a whole

test translates the samples of a region's tables (samples/contacts-1.json or .xml, in the folder of the tables), and compares
them with samples/contacts-1.expected.json: the records alone, or what translate --json prints, which also says what is left
out. Then it damages each value of each sample, and names the damages that change a record without being counted as left
out. No system is called.

  --patient N   the patient whose samples they are; by default the first patient number in each
  --id ID       the EHR's own id of the patient, where records name that; by default the first one is taken for the patient's
  --json        the outcome as one JSON object, with each damage that passed

Whose a sample is can stand in a file beside it, contacts-1.patient.json: { "patient": "191212121212", "id": "K-7" }.

schemas writes the JSON Schemas of the files of a region without code into a folder. An editor completes and checks a file
whose first member names its schema: "$schema": "../schemas/contacts.schema.json".

reload makes the service that runs from this folder read its profile again (REGION_FILE), without a restart: it checks the profile
first, sends SIGUSR2, and waits until the service says that it uses it. The profile is used as a whole or not at all: a change of
release, representProtected, systems, sources.patients, timeZone or reserveNumbersRoot needs a restart. Run it with the settings of
the service.

  --pid PID     the process, where several run from this folder

Secrets of the profile (env:NAME) are read from the environment or .env. The status is 1 if anything fails, and 3 if check
reaches everything but has hints about the tables that accepted-hints.json does not list, or finds that a system knows the patient
in one answer and not in another.`;

export const region = commandTool({
  name: 'region',
  usage,
  commands: {
    check: runCheck,
    translate: runTranslate,
    test: runTest,
    schemas: runSchemas,
    reload: runReload,
  },
});
