// Mistakes that an adapter could have: each is made in the adapter of docs/adding-a-region.md, or in its harness, and the contract
// suite must find it.

export type Mistake = {
  readonly name: string;
  /** What is written in place of what, in whichever file of the guide has it. */
  readonly edits: readonly (readonly [written: string, mistaken: string])[];
  /** The kind of record, or the write, whose tests find it. */
  readonly kind: string;
  /** Words in the title of a test that fails. */
  readonly caughtBy: string;
};

const values = 'a damaged value is counted';

const unknownPatient = "answer.status === 404 && (await errorIn(answer, call)) === 'unknown patient'";
const whole = 'const found = await objectIn(answer, call);';

const warnings = "of listIn(page, 'warnings')";
const bookings = "listIn(answer, 'bookings')";
const firstOf = (list: string) =>
  `${list}.filter((one, at, all) => all.findIndex(({ id }) => id === one.id) === at)`;
const lastOf = (list: string) =>
  `${list}.filter((one, at, all) => all.findLastIndex(({ id }) => id === one.id) === at)`;

const translation = 'const { record: warning, losses } = translated(object, connection, warningOf);';

/** An adapter that ends a list in silence after so many records. */
const stopsAfter = (most: number): Mistake => ({
  name: `a list ends after ${most} records`,
  edits: [
    ['const cursors = new Set<string>();', 'const cursors = new Set<string>();\n    let count = 0;'],
    [translation, `if (++count > ${most}) return;\n        ${translation}`],
  ],
  kind: 'attentionSignals',
  caughtBy: 'read whole',
});

export const mistakes: readonly Mistake[] = [
  stopsAfter(10),
  stopsAfter(100),
  {
    name: 'a record without a time is dropped from an interval',
    edits: [
      [
        'else yield { record: warning.record, losses };',
        "else if (query.interval.from === undefined || losses.some(({ hides }) => hides.includes('time')) ||\n          warning.record.AttentionSignalEHRExtract?.[0]?.AttentionSignal?.SignalVerifiedDateTime !== undefined)\n          yield { record: warning.record, losses };",
      ],
    ],
    kind: 'attentionSignals',
    caughtBy: values,
  },
  {
    name: 'foreign records are accepted',
    edits: [
      ['warning.owner !== query.patient', 'false'],
      ['owner === undefined ? undefined : { PatientID: personId(owner) }', 'undefined'],
    ],
    kind: 'attentionSignals',
    caughtBy: values,
  },
  {
    name: "another person's whole answer is accepted",
    edits: [["if (found.patient !== patient) throw unusable('an answer about somebody else');", '']],
    kind: 'appointments',
    caughtBy: values,
  },
  {
    name: 'hidden bookings are shown',
    edits: [['read.filter(({ record }) => record.isVisible)', 'read']],
    kind: 'appointments',
    caughtBy: values,
  },
  {
    name: 'hidden warnings are shown',
    edits: [['!warning.isVisible', 'false']],
    kind: 'attentionSignals',
    caughtBy: values,
  },
  {
    name: 'an endless cursor is followed',
    edits: [['cursors.has(next) || cursors.size === mostPages', 'false']],
    kind: 'attentionSignals',
    caughtBy: 'pages without an end',
  },
  {
    name: 'an unknown word of protection reads as unprotected',
    edits: [
      [
        "fields.word('identity', { open: false, protected: true }, ['protection'])",
        "fields.text('identity', []) === 'protected'",
      ],
    ],
    kind: 'patients',
    caughtBy: values,
  },
  {
    name: 'values that cannot be read are not reported',
    edits: [['loss => void losses.push(loss)', '() => undefined']],
    kind: 'attentionSignals',
    caughtBy: values,
  },
  {
    name: 'a 500 to a write is reported as certainly not sent',
    edits: [
      [
        "throw new Failure('outcome-unknown', {",
        "throw new Failure('ehr-unreachable', { reason: 'ehr-not-notified',",
      ],
    ],
    kind: 'arrive',
    caughtBy: 'the outcome is unknown',
  },
  {
    name: "a proxy's 404 reads as an unknown patient",
    edits: [[unknownPatient, 'answer.status === 404']],
    kind: 'attentionSignals',
    caughtBy: 'what is no answer',
  },
  {
    name: 'a list under another name reads as none',
    edits: [
      ["if (unknown !== undefined) throw unusable('an unknown member');", ''],
      ['const list = answer[name];', 'const list = answer[name] ?? [];'],
    ],
    kind: 'attentionSignals',
    caughtBy: 'a list that is not one of records',
  },
  {
    name: 'an answer that is cut off reads as whole',
    edits: [
      [
        whole,
        "const found = await objectIn(answer, call).catch(() => ({ patient, [members[0] ?? '']: [] }));",
      ],
    ],
    kind: 'attentionSignals',
    caughtBy: 'cut off',
  },
  {
    name: 'an unknown word of a status reads as a known one',
    edits: [
      ["fields.word('status', { active: true, ended: false }, [])", "fields.text('status', []) === 'active'"],
    ],
    kind: 'attentionSignals',
    caughtBy: values,
  },
  {
    name: 'an empty page ends a list',
    edits: [
      [
        'const { next = null } = page;',
        "const { next = null } = page;\n      if (listIn(page, 'warnings').length === 0) return;",
      ],
    ],
    kind: 'attentionSignals',
    caughtBy: 'an empty page',
  },
  {
    name: 'of two records with one id, the second is dropped',
    edits: [[warnings, firstOf(warnings)]],
    kind: 'attentionSignals',
    caughtBy: 'an id with two contents',
  },
  {
    name: 'of two records with one id, the first is dropped',
    edits: [[warnings, lastOf(warnings)]],
    kind: 'attentionSignals',
    caughtBy: 'an id with two contents',
  },
  {
    name: 'of two bookings with one id, the second is dropped',
    edits: [[bookings, firstOf(bookings)]],
    kind: 'appointments',
    caughtBy: 'an id with two contents',
  },
  {
    name: 'an equal record is counted as left out',
    edits: [
      [
        'const cursors = new Set<string>();',
        'const cursors = new Set<string>();\n    const seen = new Set();',
      ],
      [
        'const { record: warning, losses }',
        "if (seen.has(object.id)) yield { omitted: 'foreign' };\n        if (seen.has(object.id)) continue;\n        seen.add(object.id);\n        const { record: warning, losses }",
      ],
    ],
    kind: 'attentionSignals',
    caughtBy: 'a record that comes twice',
  },
  {
    name: 'an error beside a list is ignored',
    edits: [["name !== 'patient'", "!['patient', 'error', 'errors', 'message'].includes(name)"]],
    kind: 'attentionSignals',
    caughtBy: 'an error beside',
  },
  {
    name: 'it is ignored that a list is not whole',
    edits: [["name !== 'patient'", "!['patient', 'partial', 'truncated'].includes(name)"]],
    kind: 'appointments',
    caughtBy: 'an error beside',
  },
  {
    name: 'an error beside a person is ignored',
    edits: [
      ["name !== 'patient'", "!['patient', 'fault', 'exception'].includes(name)"],
      [
        '    return found;\n',
        '    const { fault: _fault, exception: _exception, ...rest } = found;\n    return rest;\n',
      ],
    ],
    kind: 'patients',
    caughtBy: 'an error beside',
  },
  {
    name: 'people with one birth date are taken for one',
    edits: [['found.patient !== patient', 'String(found.patient).slice(0, 8) !== patient.slice(0, 8)']],
    kind: 'appointments',
    caughtBy: values,
  },
  {
    name: 'people whose last ten digits are the same are taken for one',
    edits: [['found.patient !== patient', 'String(found.patient).slice(2) !== patient.slice(2)']],
    kind: 'patients',
    caughtBy: values,
  },
  {
    name: 'records of people with one birth date are accepted',
    edits: [
      ['warning.owner !== query.patient', 'warning.owner?.slice(0, 8) !== query.patient.slice(0, 8)'],
      ['owner === undefined ? undefined : { PatientID: personId(owner) }', 'undefined'],
    ],
    kind: 'attentionSignals',
    caughtBy: values,
  },
  {
    name: 'a failure names the person',
    edits: [["unusable('an answer about somebody else')", "unusable('an answer about ' + found.patient)"]],
    kind: 'appointments',
    caughtBy: values,
  },
  {
    name: 'a failure quotes a list',
    edits: [
      ["unusable('not a list of objects')", "unusable('not a list of objects: ' + JSON.stringify(list))"],
    ],
    kind: 'attentionSignals',
    caughtBy: values,
  },
  {
    name: 'the path of a loss quotes a value',
    edits: [
      [
        'void losses.push(loss)',
        'void losses.push({ ...loss, path: String([loss.path, object[loss.path]]) })',
      ],
    ],
    kind: 'attentionSignals',
    caughtBy: values,
  },
  {
    name: 'the log quotes an answer',
    edits: [
      [
        '{ upstream }: Connection',
        '{ upstream, log }: Connection & { log?: { warn(of: object, text: string): void } }',
      ],
      ['times: timeReader(time) }', 'times: timeReader(time), log }'],
      ['{ clock, time }', '{ clock, time, log }'],
      [
        'if (found.patient !== patient)',
        "if (found.patient !== patient) log?.warn(found, 'strange');\n    if (found.patient !== patient)",
      ],
    ],
    kind: 'appointments',
    caughtBy: values,
  },
  {
    name: 'a record without a readable time is dropped from an interval',
    edits: [
      [
        'else yield { record: warning.record, losses };',
        "else if (query.interval.from === undefined || !losses.some(({ hides }) => hides.includes('time')))\n          yield { record: warning.record, losses };",
      ],
    ],
    kind: 'attentionSignals',
    caughtBy: values,
  },
  {
    name: "a proxy's 404 for the person alone reads as an unknown patient",
    edits: [[unknownPatient, `answer.status === 404 && (path === '/patient' || ${unknownPatient})`]],
    kind: 'patients',
    caughtBy: 'what is no answer',
  },
  {
    name: 'a person that is cut off reads as one without a name',
    edits: [
      [
        whole,
        "const found = await objectIn(answer, call).catch((error): JsonObject => {\n      if (path === '/patient') return { patient, identity: 'open' };\n      throw error;\n    });",
      ],
    ],
    kind: 'patients',
    caughtBy: 'cut off',
  },
  {
    name: 'a further page that fails ends a list',
    edits: [
      [
        'if (answer.status !== 200) throw statusFailure(answer);',
        "if (answer.status !== 200 && after !== undefined) return { patient, [members[0] ?? '']: [] };\n    if (answer.status !== 200) throw statusFailure(answer);",
      ],
    ],
    kind: 'attentionSignals',
    caughtBy: 'what is no answer',
  },
  {
    name: 'a further page that is cut off ends a list',
    edits: [
      [
        whole,
        "const found = await objectIn(answer, call).catch((error): JsonObject => {\n      if (after !== undefined) return { patient, [members[0] ?? '']: [] };\n      throw error;\n    });",
      ],
    ],
    kind: 'attentionSignals',
    caughtBy: 'cut off',
  },
  {
    name: 'whose a further page is, is not compared',
    edits: [['if (found.patient !== patient)', 'if (after === undefined && found.patient !== patient)']],
    kind: 'attentionSignals',
    caughtBy: values,
  },
  {
    name: 'cancelled and missed bookings do not reach the domain',
    edits: [
      [
        'const visible = read.filter(({ record }) => record.isVisible);',
        'const visible = read.filter(({ record }) => record.isVisible && isListedState(record.appointment));',
      ],
    ],
    kind: 'appointments',
    caughtBy: 'reaches the domain as',
  },
  {
    name: 'a missed booking reads as a cancelled one',
    edits: [["missed: 'MISSED'", "missed: 'CANCELLED'"]],
    kind: 'appointments',
    caughtBy: 'reaches the domain as',
  },
  {
    name: 'what is held does not count towards the budget',
    edits: [['readJson(body, { memory })', 'readJson(body)']],
    kind: 'attentionSignals',
    caughtBy: 'counts towards the budget',
  },
  {
    name: 'a budget that is exhausted reads as an unusable answer',
    edits: [
      [
        'await readJson(body, { memory })',
        "await readJson(body, { memory }).catch(() => {\n    throw unusable('no JSON');\n  })",
      ],
    ],
    kind: 'patients',
    caughtBy: 'counts towards the budget',
  },
  {
    name: 'ids are sent in lower case',
    edits: [['pathSegment(bookingId)', 'pathSegment(bookingId.toLowerCase())']],
    kind: 'arrive',
    caughtBy: 'the request arrives whole',
  },
  {
    name: 'a write says more than it should',
    edits: [['JSON.stringify({ patient }), call', 'JSON.stringify({ patient, force: true }), call']],
    kind: 'arrive',
    caughtBy: 'the request arrives whole',
  },
  {
    name: 'unknown members of a record are not counted',
    edits: [['  fields.reportUnread();\n', '']],
    kind: 'attentionSignals',
    caughtBy: values,
  },
  {
    name: 'the harness has no rule for the unit of a booking',
    edits: [
      ["rules: [{ name: 'units', withhold: { units: ['SE2321000016-1A2B'] }, looksAt: /\\/unit$/ }],", ''],
    ],
    kind: 'appointments',
    caughtBy: 'the harness has a rule',
  },
  {
    name: 'a title and a text are exchanged, and equal in the right answer',
    edits: [
      ["Heading: fields.text('title', [])", "Heading: fields.text('text', [])"],
      ["Comment: fields.text('text', [])", "Comment: fields.text('title', [])"],
      ['  title,\n  text,', '  title: text,\n  text,'],
      ['Heading: title', 'Heading: text'],
    ],
    kind: 'attentionSignals',
    caughtBy: 'no two values',
  },
  {
    name: 'the simulator answers cursors that it has not given',
    edits: [["return { error: 'unknown cursor' }", 'return { patient: owner, warnings: held }']],
    kind: 'attentionSignals',
    caughtBy: 'no cursor that it has not given',
  },
];
