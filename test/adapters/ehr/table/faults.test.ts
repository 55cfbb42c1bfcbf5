// Faults in a region's tables: each says the file, line and column, and what was expected there.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { loadTables } from '../../../../src/adapters/ehr/table/compiler/load.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';

const system = `{
  "format": "json",
  "unknownPatient": { "status": 404, "body": { "code": ["UNKNOWN"] } },
  "kinds": {
    "contacts": {
      "path": "/persons/{patient}/visits",
      "query": { "from": "{from:yyyy-MM-dd}" },
      "items": "visits",
      "owner": { "record": "person" },
      "visible": { "from": "mark", "shown": ["P"] },
      "next": { "cursor": "next", "parameter": "after" }
    },
    "patients": {
      "path": "/persons/{patient}",
      "record": ".",
      "owner": { "record": "person" },
      "visible": "all",
      "protected": { "from": "secret", "words": { "N": false, "J": true } }
    },
    "appointments": {
      "path": "/persons/{patient}/bookings",
      "items": "bookings",
      "owner": { "record": "person" },
      "visible": "all"
    }
  },
  "writes": {
    "arrive": {
      "method": "PUT",
      "path": "/bookings/{booking}",
      "body": { "person": "{patient}" },
      "results": [{ "status": 200, "body": { "result": ["done"] }, "result": "OK" }, { "status": 409, "result": "ERROR" }]
    }
  }
}
`;

const contacts = `{
  "Contact/ContactStatus": { "from": "status", "words": "status" },
  "Contact/ContactBeginDateTime": { "from": "begin", "time": "dd.MM.yyyy HH:mm" },
  "Contact/ContactShareInfo": { "from": "open", "not": true },
  "Units/Unit": { "each": "units", "use": "unit" },
  "ignore": { "etag": "the vendor's lock" }
}
`;

const right: Readonly<Record<string, string>> = {
  'system.json': system,
  'contacts.json': contacts,
  'patients.json': '{\n  "Patient/PatientBirthDate": "born"\n}\n',
  'appointments.json': `{
  "ContactId": "id",
  "Status": { "from": "state", "words": { "1": "BOOKED", "2": "ARRIVED" } }
}
`,
  'parts/unit.json': '{\n  "UnitID": { "hsa": "hsa" },\n  "UnitName": "name"\n}\n',
  'words/status.json': '{\n  "IN": "Ankommen",\n  "OUT": "Avslutad"\n}\n',
};

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const newFolder = (files: Readonly<Record<string, string>>): string => {
  const outer = mkdtempSync(join(tmpdir(), 'tables-'));
  folders.push(outer);
  const folder = join(outer, 'nordvik');
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
};

const times = regionTime('Europe/Stockholm');

const faultsIn = (folder: string): string[] =>
  loadTables(folder, times).faults.map(({ where, expected }) => `${where}: expected ${expected}`);

type Case = {
  /** What is wrong. */
  readonly fault: string;
  readonly file: string;
  /** A text of the right file, and what stands there instead. */
  readonly instead: readonly [right: string, wrong: string];
  /** The faults that are reported. */
  readonly says: readonly string[];
};

const inContacts = (fault: string, right: string, wrong: string, ...says: string[]): Case => ({
  fault,
  file: 'contacts.json',
  instead: [right, wrong],
  says: says.map(one => `nordvik/contacts.json:${one}`),
});

const inSystem = (fault: string, right: string, wrong: string, ...says: string[]): Case => ({
  fault,
  file: 'system.json',
  instead: [right, wrong],
  says: says.map(one => `nordvik/system.json:${one}`),
});

const status = '{ "from": "status", "words": "status" }';

const lookup = (owner: string, hits = '"record": "."') =>
  `"lookup": { "path": "/find/{patient}", ${hits}, "owner": ${owner}, "id": "id" },`;

/** What else is wrong with these tables in XML. */
const inRoot = [
  '22:7: expected the path of an element within the root',
  '8:7: expected the path of an element within the root',
];

const cases: readonly Case[] = [
  inContacts(
    'a misspelled member of the record',
    'Contact/ContactStatus',
    'Contact/ContactStaus',
    '2:3: expected a member of the record: Contact has no ContactStaus; did you mean ContactStatus?',
  ),
  inContacts(
    'a member that the record does not have',
    'Contact/ContactStatus',
    'Contact/Ward',
    '2:3: expected a member of the record: Contact has no Ward',
  ),
  inContacts(
    'a misspelled object of the record',
    'Contact/ContactStatus',
    'Contcat/ContactStatus',
    '2:3: expected a member of the record: the record has no Contcat; did you mean Contact?',
  ),
  inContacts(
    'the name of the v2 layout',
    'Contact/ContactStatus',
    'contact/contactStatus',
    '2:3: expected a member of the record: the record has no contact; did you mean Contact?',
  ),
  inContacts(
    'a member within a value',
    'Contact/ContactStatus',
    'Contact/ContactStatus/Word',
    '2:3: expected a member of the record: Contact/ContactStatus has no members',
  ),
  inContacts(
    'a path through a list',
    '"Units/Unit": { "each": "units", "use": "unit" }',
    '"Units/Unit/UnitName": "unit"',
    '5:3: expected Units/Unit, which is a list, with each or block; its items have UnitName',
  ),
  inContacts(
    'a condition on the values of a list',
    `"Contact/ContactStatus": ${status}`,
    '"Contact/ContactSecrecyLevels/SecrecyLevel": { "each": "levels", "item": { "from": ".", "when": { "kind": ["A"] } } }',
    '2:91: expected a row without when and required: every item is read',
  ),
  inContacts(
    '__proto__ as a member of the record',
    '"Contact/ContactStatus"',
    '"__proto__"',
    '2:3: expected a member of another name than __proto__',
  ),
  inContacts(
    '__proto__ within a member of the record',
    '"Contact/ContactStatus"',
    '"Contact/__proto__"',
    '2:3: expected a member of the record: Contact has no __proto__',
  ),
  inContacts(
    'constructor as a member of the record',
    '"Contact/ContactStatus"',
    '"constructor"',
    '2:3: expected a member of the record: the record has no constructor',
  ),
  inContacts(
    'an object of the record as a value',
    '"Contact/ContactStatus": { "from": "status", "words": "status" }',
    '"ContactPerformingUnit": "unit"',
    '2:3: expected one of its members (UnitID, UnitLocalID), or block: it is an object',
  ),
  inContacts(
    'each for a member that is no list',
    status,
    '{ "each": "status" }',
    '2:30: expected from, id, hsa or block: the member is not a list',
  ),
  inContacts(
    'block for a member that is no object',
    status,
    '{ "block": "status", "use": "unit" }',
    '2:3: expected from: the member is not an object',
  ),
  inContacts(
    'an id for a member that is a text',
    status,
    '{ "id": "status", "root": "1.2.3" }',
    '2:3: expected from: the member is not an id with root and extension',
  ),
  inContacts(
    'an id without a root',
    '"Units/Unit"',
    `"Contact/rc_id": { "id": "id" },
  "Units/Unit"`,
    '5:3: expected the root of the id: the OID of its register',
  ),
  inContacts(
    'names for a member that is no name',
    status,
    '{ "names": "status" }',
    '2:3: expected another row: only given names are written by names',
  ),
  inContacts(
    'two sources',
    status,
    '{ "from": "status", "value": "x" }',
    '2:48: expected one source: there are from and value',
  ),
  inContacts(
    'no source',
    status,
    '{ "words": "status" }',
    '2:3: expected one of from, id, hsa, each, block, refer, join, value, names',
  ),
  inContacts(
    'a misspelled source',
    status,
    '{ "form": "status" }',
    '2:3: expected one of from, id, hsa, each, block, refer, join, value, names; did you mean from?',
  ),
  inContacts(
    'an unknown member of a row',
    status,
    '{ "from": "status", "wrods": "status" }',
    '2:48: expected no member of that name; did you mean "words"?',
  ),
  inContacts(
    'a row that is a number',
    status,
    '7',
    '2:3: expected a path, or a row such as { "from": path }',
  ),
  inContacts('a list without rows', status, '[]', '2:3: expected at least one row'),
  inContacts(
    'an empty path',
    status,
    '""',
    '2:3: expected a path with a name between the slashes, and none at its ends',
  ),
  inContacts(
    'an empty name in a path',
    status,
    '"unit//name"',
    '2:3: expected a path with a name between the slashes, and none at its ends',
  ),
  inContacts(
    'a path that goes back',
    status,
    '"../status"',
    '2:3: expected a path without . and .. among its names',
  ),
  inContacts(
    'a pattern in a path',
    status,
    '"units[0]/name"',
    '2:3: expected a path of plain names, or of a name with the word of an item, as in numbers[type=PNR]: tables have no patterns, indexes and functions',
  ),
  inContacts(
    'an attribute in JSON',
    status,
    '"@status"',
    '2:3: expected a path without @, which marks attributes of XML',
  ),
  inContacts(
    'a misspelled name of words',
    '"words": "status"',
    '"words": "staus"',
    '2:48: expected the name of a file in words/; did you mean status?',
  ),
  inContacts(
    'words outside of the folder',
    '"words": "status"',
    '"words": "../../etc/passwd"',
    '2:48: expected the name of a file in words/, or { word of the EHR: word of the record, or null }',
  ),
  inContacts(
    'a part that does not exist',
    '"use": "unit"',
    '"use": "units"',
    '5:36: expected the name of a file in parts/; did you mean unit?',
  ),
  inContacts(
    'neither record nor use',
    '{ "each": "units", "use": "unit" }',
    '{ "block": "units" }',
    '5:3: expected either record or use',
  ),
  inContacts(
    'both record and use',
    '{ "each": "units", "use": "unit" }',
    '{ "each": "units", "use": "unit", "record": { "UnitName": "name" } }',
    '5:3: expected either record or use',
  ),
  inContacts(
    'a form of time that is none',
    'dd.MM.yyyy',
    'DD.MM.YYYY',
    '3:54: expected a form such as dd.MM.yyyy or yyyy-MM-dd HH:mm:ss, with each part once; or unix or unix-ms',
  ),
  inContacts(
    'a form of time with hours and no minutes',
    'dd.MM.yyyy HH:mm',
    'dd.MM.yyyy HH',
    '3:54: expected a form such as dd.MM.yyyy or yyyy-MM-dd HH:mm:ss, with each part once; or unix or unix-ms',
  ),
  inContacts(
    'a time for a text',
    '"words": "status"',
    '"time": "yyyy-MM-dd"',
    '2:48: expected no time: the member is not a time',
  ),
  inContacts(
    'not for a text',
    '"words": "status"',
    '"not": true',
    '2:48: expected no not: the member is not true or false',
  ),
  inContacts(
    'digits for a time',
    '"time": "dd.MM.yyyy HH:mm"',
    '"digits": true',
    '3:54: expected no digits: the member is not a text',
  ),
  inContacts(
    'otherwise without words',
    '"words": "status"',
    '"otherwise": "as-sent"',
    '2:48: expected words beside otherwise',
  ),
  inContacts(
    'a constant that the member cannot hold',
    '{ "from": "open", "not": true }',
    '{ "value": "yes" }',
    '4:33: expected a value that the member of the record can hold',
  ),
  inContacts(
    'words that the member cannot hold',
    '{ "from": "open", "not": true }',
    '{ "from": "open", "words": { "J": "ja" } }',
    '4:60: expected a value that the member of the record can hold',
  ),
  inContacts(
    'a word twice',
    '"words": "status"',
    '"words": { "A": "x", "A": "y" }',
    '2:69: expected a member of another name: the object has this one already',
  ),
  inContacts(
    'a word twice but for a blank',
    '"words": "status"',
    '"words": { "A": "x", "A ": "y" }',
    '2:69: expected each word once: this one differs only by blanks from another',
  ),
  inContacts(
    'a condition without words',
    '"words": "status"',
    '"when": { "type": [] }',
    '2:58: expected a list of words of the EHR, or "present" or "absent"',
  ),
  inContacts(
    'a reason that is missing',
    `"etag": "the vendor's lock"`,
    '"etag": ""',
    '6:15: expected the reason, as a text',
  ),
  inContacts(
    'an ignored path that a row reads',
    '"etag": ',
    '"units": ',
    '6:15: expected a path at which, and below which, nothing is read',
  ),
  inContacts(
    'the patient, which the engine writes',
    'Contact/ContactStatus',
    'Patient/PatientID/extension',
    '2:3: expected no row: owner of system.json, from which this member is written',
  ),
  inContacts(
    'a member twice',
    '"Contact/ContactShareInfo"',
    '"Contact/ContactStatus"',
    '4:3: expected a member of another name: the object has this one already',
  ),
  inContacts('not JSON', status, '{ "from": status }', '2:38: expected valid JSON'),
  inContacts('a list in place of a table', contacts, '[]', '1:1: expected an object'),
  inContacts('a table without rows', contacts, '{ "ignore": {} }', '1:1: expected at least one row'),
  inSystem('an unknown format', '"format": "json"', '"format": "yaml"', '2:3: expected json or xml'),
  inSystem(
    'a misspelled member of system.json',
    '"unknownPatient"',
    '"unknownPatinet"',
    '1:1: expected { "status": 404, "body": { path: [words] } }, the EHR’s word that it does not know the patient, with its status (200 too); or "empty-lookup"; there is "unknownPatinet", which nothing reads',
    '3:3: expected no member of that name; did you mean "unknownPatient"?',
  ),
  inSystem(
    'an unknown kind',
    '"contacts": {',
    '"contact": {',
    '5:5: expected no member of that name; did you mean "contacts"?',
  ),
  inSystem(
    'no owner',
    `"owner": { "record": "person" },
      "visible": { "from"`,
    '"visible": { "from"',
    '5:5: expected { "record": path } or { "answer": path }: where each record, or the answer, names its patient; "is": "id" beside it if that is the id of the lookup',
  ),
  inSystem(
    'no visible',
    `"visible": "all",
      "protected"`,
    '"protected"',
    '13:5: expected "all", or the mark that lets a record be shown: { "from": path, "shown": [words], "hidden": [words] }, or a list of marks',
  ),
  inSystem(
    'no protected',
    `"visible": "all",
      "protected": { "from": "secret", "words": { "N": false, "J": true } }`,
    '"visible": "all"',
    '13:5: expected "not-said", or where the EHR says whether the identity is protected: { "from": path, "words": { word: true or false } }',
  ),
  inSystem(
    'an unknown patient by its status alone',
    ', "body": { "code": ["UNKNOWN"] } }',
    ' }',
    '3:3: expected { "status": 404, "body": { path: [words] } }, the EHR’s word that it does not know the patient, with its status (200 too); or "empty-lookup"',
  ),
  inSystem(
    'protection in words that are not true or false',
    '{ "N": false, "J": true }',
    '{ "N": "no", "J": "yes" }',
    '18:51: expected a value that the member of the record can hold',
    '18:62: expected a value that the member of the record can hold',
  ),
  inSystem(
    'a mark that shows nothing',
    '"shown": ["P"]',
    '"shown": []',
    '10:36: expected a word with which a record is shown, or "absent": "shown"',
  ),
  inSystem(
    'a mark with a word both ways',
    '"shown": ["P"]',
    '"shown": ["P"], "hidden": ["P"]',
    '10:52: expected other words than those of shown',
  ),
  inSystem(
    'a host in a path',
    '/persons/{patient}/visits',
    'https://ehr.example.com/visits',
    '6:7: expected a path that begins with /, without query. A segment may be {patient}, {id}, {from}, {to}, {booking} or {paymentType}',
  ),
  inSystem(
    'a query in a path',
    '/persons/{patient}/visits',
    '/visits?person={patient}',
    '6:7: expected a path that begins with /, without query. A segment may be {patient}, {id}, {from}, {to}, {booking} or {paymentType}',
  ),
  inSystem(
    'a path that goes back in a request',
    '/persons/{patient}/visits',
    '/persons/../{patient}/visits',
    '6:7: expected a path without . and .. among its segments',
  ),
  inSystem(
    'a path that goes back for a server that decodes it',
    '/persons/{patient}/visits',
    '/persons/%2E%2e/{patient}/visits',
    '6:7: expected a path without . and .. among its segments',
  ),
  inSystem(
    'a path that goes back for a server that strips parameters',
    '/persons/{patient}/visits',
    '/persons/..;/{patient}/visits',
    '6:7: expected a path without . and .. among its segments',
  ),
  inSystem(
    'headers',
    '"items": "visits",',
    '"items": "visits", "headers": { "x-key": "1" },',
    '8:26: expected no member of that name',
  ),
  inSystem(
    'an unknown placeholder',
    '/persons/{patient}/visits',
    '/persons/{number}/visits',
    '6:7: expected a text without { and }, or nothing but {patient}',
  ),
  inSystem(
    'a placeholder in a text',
    '/persons/{patient}/visits',
    '/persons/p{patient}/visits',
    '6:7: expected a text without { and }, or nothing but {patient}',
  ),
  inSystem(
    'an id without a lookup',
    '/persons/{patient}/visits',
    '/persons/{id}/visits',
    '6:7: expected a text without { and }, or nothing but {patient}',
  ),
  inSystem(
    'an unknown form of the patient',
    '/persons/{patient}/visits',
    '/persons/{patient:4-6}/visits',
    '6:7: expected {patient}, or in a form: {patient:8-4}, {patient:10} or {patient:6-4}',
  ),
  inSystem(
    'an unknown form of the interval',
    '{from:yyyy-MM-dd}',
    '{from:YYYY}',
    '7:18: expected {from:FORM}, with a form such as yyyy-MM-dd',
  ),
  inSystem(
    'items and record',
    '"items": "visits"',
    '"items": "visits", "record": "visit"',
    '5:5: expected either items (a list of records) or record (one)',
  ),
  inSystem(
    'a cursor that query has too',
    '"parameter": "after"',
    '"parameter": "from"',
    '11:7: expected a parameter that query does not have, unlike from',
  ),
  inSystem(
    'an owner beside an answer that is the record',
    `"items": "bookings",
      "owner": { "record": "person" }`,
    `"items": ".",
      "owner": { "answer": "person" }`,
    '23:18: expected record: the answer has nothing beside its records',
  ),
  inSystem(
    'thousands in a way that is not known',
    '"format": "json",',
    '"format": "json", "thousands": "point",',
    '2:21: expected space: texts may have spaces between the thousands of a number (1 250,00), also no-break ones; by default they have none',
  ),
  {
    fault: 'a name in use that is said in two ways',
    file: 'patients.json',
    instead: [
      '"Patient/PatientBirthDate": "born"',
      '"Patient/PatientName/PatientGivenName": { "names": "first", "called": "inUse", "position": "no" }',
    ],
    says: ['nordvik/patients.json:2:82: expected called or position, and not both'],
  },
  {
    fault: 'the position of the first name, and no position',
    file: 'patients.json',
    instead: [
      '"Patient/PatientBirthDate": "born"',
      '"Patient/PatientName/PatientGivenName": { "names": "first", "called": "inUse", "first": 1 }',
    ],
    says: ['nordvik/patients.json:2:82: expected position beside first: the path of a digit'],
  },
  {
    fault: 'another position of the first name',
    file: 'patients.json',
    instead: [
      '"Patient/PatientBirthDate": "born"',
      '"Patient/PatientName/PatientGivenName": { "names": "first", "position": "no", "first": 2 }',
    ],
    says: [
      'nordvik/patients.json:2:81: expected 0 or 1: the position of the first name, where position is a digit',
    ],
  },
  {
    fault: 'a position that is no path',
    file: 'patients.json',
    instead: [
      '"Patient/PatientBirthDate": "born"',
      '"Patient/PatientName/PatientGivenName": { "names": "first", "position": 2 }',
    ],
    says: [
      'nordvik/patients.json:2:63: expected in place of called, the path of the position of the name in use: the two digits of the population register (20, 23), or a digit with first beside it',
    ],
  },
  inSystem(
    'patients whose owner only the answer names',
    `"record": ".",
      "owner": { "record": "person" }`,
    `"record": "person",
      "owner": { "answer": "query" }`,
    '16:7: expected record: a patient’s record names its patient itself, because it can also hold the numbers of relatives',
  ),
  inSystem(
    'an empty lookup without a lookup',
    '{ "status": 404, "body": { "code": ["UNKNOWN"] } }',
    '"empty-lookup"',
    '3:3: expected lookup beside "empty-lookup": its list, if it is empty, says that the EHR does not know the patient',
  ),
  inSystem(
    'an empty lookup that has no list',
    '{ "status": 404, "body": { "code": ["UNKNOWN"] } },',
    `"empty-lookup", "lookup": { "path": "/find/{patient}", "record": ".", "owner": { "record": "person" }, "id": "id" },`,
    '3:3: expected items in lookup beside "empty-lookup", because only a list can be empty; or the words by which its answer says that there is nobody',
  ),
  inSystem(
    'a lookup whose owner is the id that it finds',
    '"format": "json",',
    `"format": "json", ${lookup('{ "record": "id", "is": "id" }')}`,
    '2:102: expected no is: the id is what the lookup finds. If its answer names nobody, write { "kind": "patients" }',
  ),
  inSystem(
    'a lookup that names nobody, whose id does not lead to the patient',
    '"format": "json",',
    `"format": "json", ${lookup('{ "kind": "patients" }')}`,
    '13:5: expected {id} in the path or the query: the record says whose the id of the lookup is',
  ),
  inSystem(
    'a request that names no patient',
    '/persons/{patient}/visits',
    '/persons/visits',
    '5:5: expected {patient} in the path, the query or the body',
  ),
  inSystem(
    'a path around the records as one beside them',
    '"items": "visits",',
    '"items": "data/visits", "beside": { "data": "whatever there is" },',
    '8:43: expected a path beside the records, which are within this one',
  ),
  inSystem(
    'a status that no answer about a patient has',
    '"status": 404',
    '"status": 302',
    '3:23: expected the HTTP status: 200, or from 400 to 599',
  ),
  inSystem(
    'a member that one of several forms does not have',
    '"next": { "cursor": "next", "parameter": "after" }',
    '"next": { "offset": "skip", "total": "count", "steps": 2 }',
    '11:53: expected no member of that name; there may be offset, total',
    '11:7: expected { "cursor": path, "parameter": name }, { "link": path }, or { "offset": parameter } or { "page": parameter, "first": 0 or 1 } with "total": path or "more": path',
  ),
  inSystem(
    'a value that one of several forms cannot have',
    '"next": { "cursor": "next", "parameter": "after" }',
    '"next": { "page": "page", "first": 2, "total": "count" }',
    '11:33: expected 0 or 1: the number of the first page',
  ),
  inSystem(
    'a result by its status alone',
    '"body": { "result": ["done"] }, ',
    '',
    '32:19: expected body, with words of the EHR: another server can answer with this status too',
  ),
  inSystem(
    'OK with a status of refusal',
    '"status": 200, "body": { "result"',
    '"status": 409, "body": { "result"',
    '32:21: expected a status from 200 to 299 for OK',
  ),
  inSystem(
    'lists of XML without the root element around them',
    '"format": "json",',
    '"format": "xml",',
    ...inRoot,
  ),
  inSystem(
    'a write that is never done',
    '"result": "OK"',
    '"result": "INFO"',
    '32:7: expected a result OK: otherwise no write is ever done',
  ),
  inSystem(
    'an unknown result',
    '"result": "OK"',
    '"result": "DONE"',
    '32:68: expected OK, INFO, ERROR, pending, unknown-patient or unknown-booking',
  ),
  inSystem(
    'a write that names no booking',
    '/bookings/{booking}',
    '/bookings',
    '28:5: expected {booking} in the path, the query or the body',
  ),
  inSystem(
    'a payment type in an arrival',
    '"person": "{patient}" }',
    '"person": "{paymentType}" }',
    '31:17: expected a text without { and }, or nothing but {patient} or {booking}',
  ),
  inSystem(
    'a kind without its table',
    `"appointments": {
      "path"`,
    `"videoMeetings": {
      "path": "/v/{patient}", "items": "v", "owner": { "record": "p" }, "visible": "all" },
    "appointments": {
      "path"`,
    '20:5: expected the file video-meetings.json: it says what the records hold',
  ),
  inSystem(
    'namespaces in JSON',
    '"format": "json",',
    '"format": "json", "namespaces": { "n": "urn:n" },',
    '2:21: expected no namespaces: they are for XML',
  ),
  ...(['', 'x y'] as const).map(prefix =>
    inSystem(
      `a namespace with the prefix "${prefix}"`,
      '"format": "json",',
      `"format": "xml", "namespaces": { "${prefix}": "urn:n" },`,
      ...inRoot,
      '2:36: expected a prefix, such as "n", which the names of the tables have (n:visit), or no namespaces at all: then they do not matter',
    ),
  ),
  inSystem(
    'words for an unknown patient within the object around the hits of the lookup',
    '"unknownPatient": { "status": 404, "body": { "code": ["UNKNOWN"] } },',
    `"unknownPatient": { "status": 200, "body": { "found/count": [0] } },
  ${lookup('{ "record": "person" }', '"record": "found"')}`,
    '4:42: expected the path of the hit itself, such as found/hit[active=Y], which an answer that finds nobody lacks: the words of unknownPatient (found/count) are within this one, and count only in an answer without it',
  ),
  {
    fault: 'a state that is none',
    file: 'appointments.json',
    instead: ['"BOOKED"', '"PLANNED"'],
    says: [
      'nordvik/system.json:20:5: expected a row of Status with words whose meanings are among BOOKED, ARRIVED, ONGOING, PERFORMED, CANCELLED, MISSED, and without otherwise',
    ],
  },
  {
    fault: 'states without words',
    file: 'appointments.json',
    instead: ['{ "from": "state", "words": { "1": "BOOKED", "2": "ARRIVED" } }', '"state"'],
    says: [
      'nordvik/system.json:20:5: expected a row of Status with words whose meanings are among BOOKED, ARRIVED, ONGOING, PERFORMED, CANCELLED, MISSED, and without otherwise',
    ],
  },
  {
    fault: 'a state for words that are not listed',
    file: 'appointments.json',
    instead: ['"2": "ARRIVED" }', '"2": "ARRIVED" }, "otherwise": { "value": "BOOKED" }'],
    says: [
      'nordvik/system.json:20:5: expected a row of Status with words whose meanings are among BOOKED, ARRIVED, ONGOING, PERFORMED, CANCELLED, MISSED, and without otherwise',
    ],
  },
  {
    fault: 'a part with a misspelled member',
    file: 'parts/unit.json',
    instead: ['UnitName', 'UnitNmae'],
    says: [
      'nordvik/parts/unit.json:3:3: expected a member of the record: Units/Unit has no UnitNmae; did you mean UnitName?',
    ],
  },
  {
    fault: 'a part that uses itself',
    file: 'parts/unit.json',
    instead: ['"UnitName": "name"', '"UnitAddresses/UnitAddress": { "block": ".", "use": "unit" }'],
    says: ['nordvik/parts/unit.json:3:48: expected a part that does not use itself: unit → unit'],
  },
  {
    fault: 'a word whose meaning is a list',
    file: 'words/status.json',
    instead: ['"Ankommen"', '["Ankommen"]'],
    says: [
      'nordvik/words/status.json:2:3: expected a text, a number, true or false; or null for a word that is known and says nothing',
    ],
  },
];

test('the tables that the cases change have no faults, and each file may name its schema', () => {
  const named = Object.entries(right).map(([name, text]) => [
    name,
    text.replace('{', '{ "$schema": "x.json",'),
  ]);
  expect(faultsIn(newFolder(right))).toEqual([]);
  expect(faultsIn(newFolder(Object.fromEntries(named)))).toEqual([]);
});

test.each(cases)('$fault', ({ file, instead: [before, after], says }) => {
  const text = right[file] ?? '';
  expect(text).toContain(before);
  expect(faultsIn(newFolder({ ...right, [file]: text.replace(before, () => after) }))).toEqual(says);
});

/** What is allowed, but probably not meant. */
const unlikely: readonly Case[] = [
  inContacts(
    'a month before the day',
    'dd.MM.yyyy',
    'MM.dd.yyyy',
    '3:54: in this form, 3 April 2026 is 04.03.2026 00:00: does the EHR write it so?',
  ),
  inSystem(
    'a day before the month, after the year',
    '{from:yyyy-MM-dd}',
    '{from:yyyy-dd-MM}',
    '7:18: in this form, 3 April 2026 is 2026-03-04: does the EHR write it so?',
  ),
  inContacts(
    'null as a word',
    '{ "from": "open", "not": true }',
    '{ "from": "open", "words": { "J": true, "null": false } }',
    '4:49: "null" is the text of four letters: a value that is null is absent, and has no word',
  ),
  inSystem(
    'null as a word of a mark',
    '"shown": ["P"]',
    '"shown": ["P", "null"]',
    '10:36: "null" is the text of four letters: a value that is null is absent, and has no word',
  ),
  inSystem(
    'an owner that only the answer names',
    `"items": "bookings",
      "owner": { "record": "person" }`,
    `"items": "bookings",
      "owner": { "answer": "query/person" }`,
    '23:18: only the answer names the patient: make sure that it is whose records these are, and no echo of the question. A record with the number of another person is withheld',
  ),
  inSystem(
    'a lookup whose owner only the answer names',
    '"format": "json",',
    `"format": "json", ${lookup('{ "answer": "query" }', '"items": "hits"')}`,
    '2:88: only the answer names the patient: make sure that it is whose records these are, and no echo of the question. A record with the number of another person is withheld',
  ),
  inSystem(
    'a write that names no patient',
    '"body": { "person": "{patient}" },',
    '',
    '28:5: the request names the booking alone, and no patient: is a ContactId used once in the whole EHR, and not once for each patient?',
  ),
];

const hintsIn = (files: Readonly<Record<string, string>>): string[] =>
  loadTables(newFolder(files), times).hints.map(({ where, message }) => `${where}: ${message}`);

test.each(unlikely)('hint: $fault', ({ file, instead: [before, after], says }) => {
  expect(hintsIn(right)).toEqual([]);
  const text = (right[file] ?? '').replace(before, () => after);
  expect(hintsIn({ ...right, [file]: text })).toEqual(says);
});

test('hint: warnings that do not say whether they are in force', () => {
  const alerts = { path: '/alerts/{patient}', items: 'alerts', owner: { record: 'p' }, visible: 'all' };
  const unknownPatient = { status: 200, body: { code: ['UNKNOWN'] } };
  const hints = hintsIn({
    'system.json': JSON.stringify({ format: 'json', unknownPatient, kinds: { attentionSignals: alerts } }),
    'attention-signals.json': '{ "AttentionSignal/RcId": { "id": "id", "root": "1.2" } }',
  });
  expect(hints).toEqual([
    'nordvik/attention-signals.json:1:1: no row writes AttentionSignal/SignalActive: apps cannot tell which warnings are in force. If the EHR sends no others, write { "value": true }',
  ]);
});

/** Changes of the folder rather than of a text in it. */
const folderCases: readonly {
  readonly fault: string;
  readonly change: (folder: string) => void;
  readonly says: readonly string[];
}[] = [
  {
    fault: 'no such folder',
    change: folder => rmSync(folder, { recursive: true }),
    says: ['nordvik: expected a folder of tables, with a file system.json'],
  },
  {
    fault: 'no system.json',
    change: folder => rmSync(join(folder, 'system.json')),
    says: ['nordvik/system.json: expected this file: it says how the EHR is called'],
  },
  {
    fault: 'a misspelled name of a file',
    change: folder => writeFileSync(join(folder, 'apointments.json'), '{}'),
    says: ['nordvik/apointments.json: expected a file that is read: appointments.json, probably'],
  },
  {
    fault: 'a table without its kind',
    change: folder => writeFileSync(join(folder, 'prescriptions.json'), '{}'),
    says: ['nordvik/system.json:4:3: expected prescriptions, because there is a file prescriptions.json'],
  },
  {
    fault: 'a lookup that names nobody, whose id leads to a record that names the id',
    change: folder =>
      writeFileSync(
        join(folder, 'system.json'),
        system
          .replace('"format": "json",', `"format": "json", ${lookup('{ "kind": "patients" }')}`)
          .replace('"path": "/persons/{patient}",', '"path": "/persons/{id}",')
          .replace(
            `"record": ".",
      "owner": { "record": "person" }`,
            `"record": ".",
      "owner": { "record": "person", "is": "id" }`,
          ),
      ),
    says: [
      'nordvik/system.json:16:38: expected no is: if neither the lookup nor this record names the patient by the number, nothing tells whose the id is',
    ],
  },
  {
    fault: 'a lookup that names nobody, and no kind that does',
    change: folder => {
      const only = JSON.parse(system);
      const { contacts: visits } = only.kinds;
      for (const name of ['appointments', 'patients']) rmSync(join(folder, `${name}.json`));
      const found = { path: '/find/{patient}', record: '.', owner: { kind: 'patients' }, id: 'id' };
      writeFileSync(
        join(folder, 'system.json'),
        JSON.stringify({ ...only, lookup: found, kinds: { contacts: visits }, writes: undefined }),
      );
    },
    says: ['nordvik/system.json:1:360: expected kinds/patients: its record says whose the id is'],
  },
  {
    fault: 'a file too large',
    change: folder => writeFileSync(join(folder, 'contacts.json'), contacts + ' '.repeat(256 * 1024)),
    says: ['nordvik/contacts.json: expected a file of at most 256 KiB'],
  },
  {
    fault: 'another encoding',
    change: folder =>
      writeFileSync(join(folder, 'words/status.json'), Buffer.from('{"IN":"\xe5"}', 'latin1')),
    says: ['nordvik/words/status.json: expected a file in UTF-8'],
  },
  {
    fault: 'a link out of the folder',
    change: folder => {
      writeFileSync(join(folder, '../outside.json'), '{ "A": "b" }');
      rmSync(join(folder, 'words/status.json'));
      symlinkSync(join(folder, '../outside.json'), join(folder, 'words/status.json'));
    },
    says: ['nordvik/words/status.json: expected a file within the folder, and no link out of it'],
  },
  {
    fault: 'objects too deep',
    change: folder => writeFileSync(join(folder, 'contacts.json'), `${'{"a":'.repeat(41)}1${'}'.repeat(41)}`),
    says: ['nordvik/contacts.json:1:201: expected a smaller file (more than 40 levels)'],
  },
  {
    fault: 'too many rows',
    change: folder => {
      const rows = Array.from({ length: 2000 }, () => '"a"').join(',');
      writeFileSync(
        join(folder, 'contacts.json'),
        `{ "Contact/ContactSecrecyLevels/SecrecyLevel": [${rows}] }`,
      );
    },
    says: ['nordvik/contacts.json:1:8033: expected at most 2000 rows in all tables'],
  },
];

test.each(folderCases)('$fault', ({ change, says }) => {
  const folder = newFolder(right);
  change(folder);
  expect(faultsIn(folder)).toEqual(says);
});
