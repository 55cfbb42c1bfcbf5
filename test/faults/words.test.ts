// Words of the EHR (D34): whatever an answer has beside its data, wherever it stands, nothing of it comes into the service's
// log, into its metrics or to the client.
import { beforeEach, test } from 'vitest';
import { everyScope } from '../http/contract.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { subject } from './support/operations.ts';
import { type Behaviour, http, tcpServer } from './support/tcp-server.ts';
import { bytes, expectSilence, said } from './support/words.ts';

let service: TestService;

const issuer = await forThisFile(startIssuer());
const ehr = await forThisFile(tcpServer(() => {}));
const token = await issuer.sign({ patient: subject, scope: everyScope });

// One for each: a circuit that one answer has opened would keep the next one away.
beforeEach(async () => {
  service = await startService({ issuer, ehr: ehr.url, settings: { ADMIN_PORT: '0', LOG_LEVEL: 'trace' } });
  return () => service.close();
});

const answer =
  (body: string, options: Parameters<typeof http>[1] = {}): Behaviour =>
  socket =>
    socket.write(http(body, options));

const list = (inside: string) => `<JournalNoteEHRExtracts>${inside}</JournalNoteEHRExtracts>`;
const note = (inside: string) => list(`<JournalNoteEHRExtract>${inside}</JournalNoteEHRExtract>`);

// Within a record: an unknown element beside the records is named in the log (D29), because somebody must find it.
test.each<[string, Behaviour]>([
  ['a reason phrase', bytes(`HTTP/1.1 500 ${said}\r\ncontent-length: 0\r\n\r\n`)],
  ['an invalid status line', bytes(`HTTP/1.1 ${said}\r\n\r\n`)],
  ['not HTTP', bytes(`${said}\r\n\r\n`)],
  ['a header without a colon', bytes(`HTTP/1.1 200 OK\r\n${said}\r\n\r\n`)],
  ['a length that is not a number', bytes(`HTTP/1.1 200 OK\r\ncontent-length: ${said}\r\n\r\n`)],
  ['a redirect', answer('', { status: '302 Found', headers: { location: `http://${said}/` } })],
  ['a content encoding', answer(list(''), { headers: { 'content-encoding': said } })],
  ['a charset', answer(list(''), { headers: { 'content-type': `application/xml; charset=${said}` } })],
  ['an encoding', answer(`<?xml version="1.0" encoding="${said}"?>${list('')}`)],
  ['a version of XML', answer(`<?xml version="${said}"?>${list('')}`)],
  ['a root', answer(`<${said}/>`)],
  ['a document type', answer(`<!DOCTYPE ${said}>${list('')}`)],
  ['an entity', answer(list(`&${said};`))],
  ['a character reference', answer(list(`&#${said};`))],
  ['an element that is not closed', answer(note(`<${said}>`))],
  ['an end tag', answer(list(`</${said}>`))],
  ['an attribute without a value', answer(note(`<a ${said}/>`))],
  ['an attribute twice', answer(note(`<a ${said}="1" ${said}="2"/>`))],
  ['a prefix', answer(note(`<${said}:a/>`))],
  ['an instruction', answer(list(`<?xml ${said}?>`))],
  ['text after the root', answer(`${list('')}${said}`)],
  ['a comment', answer(list(`<!-- ${said} -- -->`))],
  ['elements that are not known', answer(note(`<${said}>${said}</${said}>`))],
  [
    'values that cannot be read',
    answer(note(`<NoteActive>${said}</NoteActive><time_created value="${said}"/>`)),
  ],
  [
    'a Fault',
    answer(`<Fault><Code>${said}</Code><Message>${said}</Message></Fault>`, { status: '404 Not Found' }),
  ],
  [
    'a result',
    answer(`<ResultRecord><ResultCode>${said}</ResultCode><Comment>${said}</Comment></ResultRecord>`),
  ],
  ['a list of bookings', answer(`<Bookings><ResultCode>${said}</ResultCode></Bookings>`)],
])('%s', (_, behaviour) => expectSilence(service, { ehr, behaviour, token }));
