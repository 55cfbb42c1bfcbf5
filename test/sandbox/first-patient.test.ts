// The first patient of the sandbox can do on any day, in every region with writes, what the README promises: arrive at a visit of
// today and pay it, and join one by video.
import { expect, onTestFinished, test, vi } from 'vitest';
import { bookingIds } from '../../sandbox/patients/bookings.ts';
import { today, videoVisitSoon } from '../../sandbox/patients/today.ts';
import { arrive, pay } from '../../sandbox/scenarios.ts';
import { paste, startSandbox } from '../support/service/sandbox.ts';

const { tolvanToday, tolvanVideo } = bookingIds;

type Write = { readonly method: 'POST' | 'PUT'; readonly body: object };

/** A function that asks the sandbox of a region as Tolvan. */
const tolvanIn = async (name: 'extracts' | 'fhir' | 'table' | 'table-xml') => {
  const sandbox = await startSandbox(name === 'extracts' ? [] : ['--region', name]);
  onTestFinished(() => sandbox.close());
  return async (path: string, write?: Write) => {
    const sent = write === undefined ? '' : `-X ${write.method} --json '${JSON.stringify(write.body)}'`;
    const credentials = '-H "Ocp-Apim-Subscription-Key: $KEY" -H "$TOLVAN"';
    const { status, body } = await paste(sandbox, `curl -sSi ${sent} ${credentials} "$SERVICE${path}"`);
    expect(status).toBe(200);
    return body as never;
  };
};

type Bookings = readonly [
  {
    readonly Booking: readonly {
      readonly ContactId: string;
      readonly StartTime: string;
      readonly Any: readonly object[];
    }[];
  },
];

test.each(['extracts', 'fhir', 'table', 'table-xml'] as const)(
  '%s: a visit of today, and one by video',
  async name => {
    const ask = await tolvanIn(name);
    const booking = async (id: string) => {
      const [{ Booking }]: Bookings = await ask('/patients/appointments/');
      return Booking.find(one => one.ContactId === id);
    };
    const day = today().replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
    expect(await booking(tolvanToday)).toMatchObject({
      StartTime: `${day} 15:00`,
      Any: [{ Status: 'BOOKED', PaymentStatus: 'UNPAID' }, ...(name === 'fhir' ? [expect.anything()] : [])],
    });
    const { path, send } = arrive(tolvanToday);
    expect(await ask(path, send)).toMatchObject({ ResultCode: 'OK' });
    const paid = pay(tolvanToday);
    expect(await ask(paid.path, paid.send)).toMatchObject([{ ResultCode: 'OK' }]);
    expect((await booking(tolvanToday))?.Any[0]).toEqual({ Status: 'ARRIVED', PaymentStatus: 'PAID' });

    const video = await booking(tolvanVideo);
    const meetings: {
      actionId: number;
      startDateTimeInUnix: number;
      endDateTimeInUnix: number;
      meetingLink: string;
    }[] = await ask('/patients/videomeetings/');
    const meeting = meetings.find(({ actionId }) => String(actionId) === tolvanVideo);
    expect(meeting).toMatchObject({ meetingLink: `https://video.example.com/m/${tolvanVideo}` });
    const start = meeting?.startDateTimeInUnix ?? 0;
    const local = new Date(start).toLocaleString('sv-SE', { timeZone: 'Europe/Stockholm' });
    expect(video?.StartTime).toBe(local.slice(0, 16));
    expect(meeting?.endDateTimeInUnix).toBe(start + 30 * 60_000);
  },
  60_000,
);

test.each([
  ['2026-11-26T11:00:00Z', '20261126120500'],
  ['2026-11-26T11:00:01Z', '20261126121000'],
  ['2026-06-30T21:57:00Z', '20260701000500'],
])('the visit by video begins in five to ten minutes: at %s', (now, start) => {
  vi.setSystemTime(new Date(now));
  onTestFinished(() => void vi.useRealTimers());
  expect(videoVisitSoon().start).toBe(start);
});
