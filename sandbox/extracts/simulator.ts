// Simulates the first region's EHR: the legacy XML interface over HTTP, with all the variation that it allows (extracts.md).
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createFailures, type Failures, requestOf, sendFailure } from '../failures.ts';
import { listen, orSayWhy } from '../listen.ts';
import { bookings, resultRecord } from '../record-builders/bookings.ts';
import { resettable } from '../reset.ts';
import { extractLists, type List, meetingList } from './lists.ts';
import type { PatientData, World } from './world.ts';
import { markArrived, type Reply, readWriteRequest, registerPayment, type WriteRequest } from './writes.ts';
import { type Encoding, encodings, type Written } from './xml/encode.ts';
import { plain, type Variation, variationFor } from './xml/variation.ts';
import { writeExtracts, writeObject } from './xml/write.ts';

export type EhrSimulator = { readonly url: string; close(): Promise<void> };

type Style = { readonly variation: Variation; readonly encoding: Encoding };

type ListKind = Exclude<keyof PatientData, 'bookings'>;

/** Path → the list that it returns, and its kind. */
const lists: ReadonlyMap<string, List & { readonly kind: ListKind }> = new Map(
  Object.entries<List>({ ...extractLists, videoMeetings: meetingList }).map(([kind, list]) => [
    list.path,
    { ...list, tree: { ...list.tree, ...list.unpublished }, kind: kind as ListKind },
  ]),
);

const send = (response: ServerResponse, status: number, { bytes, contentType }: Written) =>
  response.writeHead(status, { 'content-type': contentType, 'content-length': bytes.length }).end(bytes);

const fault = (code: string, message: string, style: Style): Written =>
  writeObject({
    root: 'Fault',
    tree: { Code: 'word', Message: 'string' },
    value: { Code: code, Message: message },
    ...style,
  });

const read = (path: string, data: PatientData, style: Style): Written | undefined => {
  if (path === '/bookings') {
    return writeObject({ root: 'Bookings', tree: bookings, value: data.bookings, ...style });
  }
  const list = lists.get(path);
  return list === undefined ? undefined : writeExtracts({ ...list, extracts: data[list.kind], ...style });
};

/** A new style for every answer, or the plain style for all. */
const styles = (varied: boolean) => {
  let seed = 0;
  return (): Style => {
    const variation = varied ? variationFor(++seed) : plain;
    const { utf8, utf16le, utf16be, latin1, windows } = encodings;
    return { variation, encoding: variation.pick(utf8, utf8, utf16le, utf16be, latin1, windows) };
  };
};

const noSuchPath: Written = { bytes: Buffer.from('Not found'), contentType: 'text/plain' };

const writtenReply = (reply: Reply, style: Style): Written =>
  reply.status === 404
    ? fault(reply.fault, 'Not known.', style)
    : writeObject({
        root: 'ResultRecord',
        tree: resultRecord,
        value: { ResultCode: reply.code, Comment: reply.comment },
        ...style,
      });

/** Handles a write; method and path say which one. `untold`: the client does not learn its outcome. */
const write = async (
  request: IncomingMessage,
  { world, failures }: { world: World; failures: Failures },
): Promise<Reply | 'untold' | undefined> => {
  const { pathname } = new URL(request.url ?? '/', 'http://ehr');
  const carriedOut = (kind: string, of: WriteRequest, carryOut: typeof markArrived) => {
    const fate = failures.write(of.patient, kind, requestOf(request.headers));
    const reply = fate === 'not-done-untold' ? 'untold' : carryOut(world, of);
    return fate === 'answered' ? reply : 'untold';
  };
  if (request.method === 'POST' && pathname === '/payments') {
    return carriedOut('payment', readWriteRequest(await text(request), 'Payment'), registerPayment);
  }
  if (request.method === 'PUT' && pathname.startsWith('/bookings/')) {
    return carriedOut('arrival', readWriteRequest(await text(request), 'AppointmentChange'), markArrived);
  }
  return undefined;
};

/** Starts the simulator on loopback. With `varied`, each answer uses a different variation that the interface allows. */
export const ehrSimulator = async ({
  world,
  initial,
  port,
  varied,
}: {
  world: World;
  /** The data to go back to when the simulator is reset. */
  initial?: () => World;
  port: number;
  varied: boolean;
}): Promise<EhrSimulator> => {
  const style = styles(varied);
  const failures = createFailures();
  let patients = world;

  const answerRead = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://ehr');
    const patient = searchParams.get('patient') ?? '';
    const failure = await failures.read(patient, requestOf(request.headers));
    if (failure !== undefined) return sendFailure(response, failure);
    const data = patients.get(patient);
    if (data === undefined) {
      return send(response, 404, fault('PATIENT_UNKNOWN', 'There is no such patient.', style()));
    }
    const written = read(pathname, data, style());
    return written === undefined ? send(response, 404, noSuchPath) : send(response, 200, written);
  };

  const answerWrite = async (request: IncomingMessage, response: ServerResponse) => {
    const reply = await write(request, { world: patients, failures });
    if (reply === 'untold') return sendFailure(response, 502);
    return reply === undefined
      ? send(response, 404, noSuchPath)
      : send(response, reply.status, writtenReply(reply, style()));
  };

  const reset = () => {
    if (initial !== undefined) patients = initial();
    failures.reset();
  };

  const answer = (request: IncomingMessage, response: ServerResponse) =>
    request.method === 'GET' ? answerRead(request, response) : answerWrite(request, response);
  return listen(resettable(reset, orSayWhy(400, answer)), port);
};
