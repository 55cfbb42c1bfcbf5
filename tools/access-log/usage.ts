// What `npm run access-log -- --help` prints.

export const usage = `npm run access-log -- --patient N [--from T] [--to T] [--csv|--json] [FILE…]
npm run access-log -- --caller SUB [--from T] [--to T] [--csv|--json] [FILE…]
npm run access-log -- --user U|--unit ID|--client ID|--subscription NAME|--address IP --from T [--to T] [--csv|--json] [FILE…]
npm run access-log -- --sample N [--seed TEXT] --from T [--to T] [--csv|--json] [FILE…]
npm run access-log -- --patient N --for-patient [--from T] [--to T] [--without-own] [--newest-first] [--csv|--html] [FILE…]
npm run access-log -- --export YYYY-MM [--format csv|json|fhir] [FILE…]
npm run access-log -- --since CURSOR [--format json|csv|fhir] [FILE…]
npm run access-log -- administration [--from T] [--to T] [--json] [FILE…]
npm run access-log -- verify [--head] [--expect HASH]… [--expect-heads LIST] [--known LIST] [--after ENTRY] [--strict]
                             [--keep FOLDER [--continue]] [--metrics FILE] [FILE…]
npm run access-log -- migrate [--months N] [--json]
npm run access-log -- retain --months N [--yes] [--json]
npm run access-log -- retain --hold REASON | --release

Each of these takes --reason TEXT, and leaves an entry of who ran it, with which options and why, before it prints anything: in a
table of the database, or in access-log-administration.jsonl beside the files. If it cannot, it does nothing.
"administration" prints these entries.

Without a command, it prints the entries of a patient, a caller, a user and so on, or of several of them together, in order of
time, including refused requests. Times are UTC.

  --patient N   12 digits, or 8 digits, a hyphen and 4; with "-" the command asks for it without showing it, or reads it
                from standard input: the number then stays out of the shell's history
  --reserve     N is a reserve number of the region, which is searched for exactly as written
  --caller SUB  the caller's "sub" in the access token, exactly as in the log
  --user, --unit, --client, --subscription, --address
                the member of the entries with this name, exactly as in the log. These and --sample read the whole period,
                so they need --from
  --from, --to  YYYY-MM-DD or YYYY-MM-DDThh:mm:ss in UTC, both inclusive
  --sample N    draws N of the entries, for recurring checks: each has the same chance. The seed of the draw is printed; the
                same seed, given with --seed, draws the same entries from the same log
  --for-patient the list that a patient asks for: in Swedish, in the local time of the region (--from and --to, too), with the
                names of units and apps (unitNames and clientNames in the profile of REGION_FILE), without the numbers of other
                people. As text, with --csv for a spreadsheet, with --html as a page to print
  --without-own, --newest-first
                go with --for-patient: without the patient's own accesses, and the latest first
  --csv         all members of the entries, for a spreadsheet (use npm run -s: npm prints a heading of its own)
  --json        the entries as JSON lines, as they are in the log
  --export M    all entries of a month (UTC), for an archive: as CSV, as JSON lines, or with --format fhir as batch Bundles
                of AuditEvents, one Bundle a line
  --since C     the entries after a cursor, in the order in which they were written. The last line on standard error is
                "cursor: …", for the next run; nothing is left out between two runs. The first one is --since start
  FILE…         log files, also .gz; without any, the log that the environment or .env names: the database ACCESS_LOG_URL,
                or ACCESS_LOG_FILE and the rotated files beside it (ACCESS_LOG_FILE.*, ACCESS_LOG_FILE-*)

The table has at most 149 columns. It shortens long ids in the middle (…), and leaves out what was asked for; --csv and --json
print everything:

  OUTCOME       the result of a write, otherwise the HTTP status; "begun" before a write is sent to the EHR
  RECORDS       how many records were returned; "2 of 5" if three were left out, "2 of 2+" if a source did not answer
  GROUND        why access was granted (acts+reg: acts_for and register), or "refused"
  CALLER        the caller's personal number, otherwise their "sub"
  USER, UNIT    on whose behalf a partner asked

Whether the log was changed:

  verify        checks that each entry carries the hash of the one before it, in the files or of each instance in the
                database, and names each that does not, with an id of the break. What it cannot see is an end that was cut
                off: --head prints the latest hash of each chain, to be kept elsewhere; --expect HASH, or --expect-heads with
                a file of what --head printed, says if one is gone
  --known LIST  a file of breaks that were looked at, a line each: the id of the break and the reason. They are no failure
  --after E     does not read files (by the hash of an entry) or entries (by a number) before it
  --strict      the exit status is 3 for what is in order but cannot be proved; it is 1 for a break in any case
  --keep FOLDER for a regular run: expects the heads of its file "heads" and adds those that are new; takes the breaks of its file
                "known", if there is one
  --continue    with --keep: reads on from where the last run found the log in order; the whole in the first run of a month
  --metrics FILE
                writes the exit status, and when the log was last in order, for the textfile collector of node_exporter

For a database (ACCESS_LOG_URL of a role that owns the tables):

  migrate       creates missing tables, roles and monthly partitions; changes nothing if none is missing.
                --months N: how many months of partitions ahead (24)
  retain        drops the months that are more than N whole months ago, after asking; --yes does not ask. N is at least the
                region's retentionMonths (60). --hold stops it for a legal hold, until --release

For lines that are not entries, standard error has their count and the number of the first one in each file. The exit status
is 1 if a line or a file could not be read, because entries may be missing. It is 0 if everything was read, even if nothing
was found.`;
