// A patient's day in the example web app, in a real browser against the sandbox; and what it says of writes that fail.
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookingIds } from '../../sandbox/patients/bookings.ts';
import { failing, failingBookings } from '../../sandbox/patients/failing.ts';
import { people } from '../../sandbox/patients/patients.ts';
import { browserProgram, describeWith } from '../support/programs.ts';
import {
  findingsIn,
  type PatientWeb,
  patience,
  shown,
  startPatientWeb,
  view,
} from '../support/service/patient-web.ts';

describeWith(browserProgram, 'the example of a patient’s web app', executablePath => {
  let web: PatientWeb;

  beforeAll(async () => {
    web = await startPatientWeb(executablePath);
  });

  afterAll(() => web?.close());

  const focusedHref = (page: Page) => page.evaluate(`document.activeElement.getAttribute('href')`);
  const focused = (page: Page) => page.evaluate('document.activeElement.textContent') as Promise<string>;

  test('a patient’s day: signs in, joins by video, arrives, pays at the desk, signs out', async () => {
    const page = await web.signedIn(people.tolvan.number);
    const visit = page.locator('.visit').filter({ hasText: '15:00' });
    expect(await page.title()).toBe('Idag – Min vård');
    await page.locator('#bar').getByText('Tolvan Tolvansson').waitFor();

    // The video visit of the booking and of the meeting is one visit, without a street and without an arrival.
    const video = page.locator('.visit').filter({ hasText: 'Ha din läkemedelslista till hands.' });
    const join = video.getByRole('link', { name: 'Anslut till videobesöket' });
    expect(await join.getAttribute('href')).toBe(`https://video.example.com/m/${bookingIds.tolvanVideo}`);
    expect(await video.getByRole('button').count()).toBe(0);
    expect(await video.innerText()).not.toContain('Påhittade gatan');

    // Its name leads to everything about it. There, and in the list, what is to come has its year.
    await visit.getByRole('link', { name: '15:00 Hudmottagningen' }).click();
    await page.getByRole('heading', { level: 1, name: 'Hudmottagningen' }).waitFor();
    const list = await view(page, '#visits');
    const upcoming = list.locator('section').filter({ has: page.getByRole('heading', { name: 'Kommande' }) });
    const months = await upcoming.getByRole('heading', { level: 3 }).allTextContents();
    expect(months.slice(0, 2)).toEqual(['Idag', 'Nästa']);
    for (const month of months.slice(2)) expect(month).toMatch(/^[a-z]+ \d{4}$/);
    await view(page, '#today');

    expect(await visit.locator('.steps .done').allTextContents()).toEqual(['Bokat (klart)']);
    expect(await visit.innerText()).toContain('Att betala: 200 kr');
    expect(await visit.getByRole('button').allInnerTexts()).toEqual(['Jag har kommit']);
    await visit.getByRole('button', { name: 'Jag har kommit' }).click();
    const outcome = page.locator('.outcome');
    await outcome.getByText('Klart.').waitFor();
    await expect.poll(() => visit.locator('.steps .done').count()).toBe(2);
    expect(await focused(page)).toMatch(/^Klart\./);

    await visit.getByRole('button', { name: 'Jag har betalat i receptionen' }).click();
    const question = page.getByRole('dialog');
    await question.getByText('Har du betalat 200 kr för besöket hos Hudmottagningen?').waitFor();
    await question.getByRole('button', { name: 'Avbryt' }).click();
    expect(await outcome.count()).toBe(1);
    await visit.getByRole('button', { name: 'Jag har betalat i receptionen' }).click();
    await question.getByRole('button', { name: 'Ja, med kort' }).click();
    await expect.poll(() => visit.locator('.steps .done').count()).toBe(3);
    // The outcome of the arrival is gone.
    expect(await outcome.count()).toBe(1);
    expect(await visit.getByRole('button').count()).toBe(0);

    await page.getByRole('button', { name: 'Logga ut' }).click();
    // The issuer asks, too, in the language of the app.
    await page.getByRole('heading', { name: 'Logga ut?' }).waitFor();
    expect(await findingsIn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Logga ut' }).click();
    await page.getByRole('heading', { name: 'Välkommen' }).waitFor();
    expect(await page.locator('body').innerText()).not.toContain('Tolvan');
    expect((await page.context().cookies()).filter(({ name }) => name === '_session')).toEqual([]);
    await web.done(page);
  });

  test('after a reload, somebody else can sign in without a sign-out first', async () => {
    const page = await web.signedIn(people.tolvan.number);
    await page.reload();
    await page.getByRole('button', { name: 'Logga in' }).click();
    await page.getByRole('button', { name: people.guardian.number }).click();
    await shown(page);
    await page.locator('#bar').getByText('Vårda Provsson').waitFor();
    await web.done(page);
  });

  test('a write that was done before says so, with the health record system’s words', async () => {
    const [one, other] = await Promise.all([
      web.signedIn(people.coordination.number),
      web.signedIn(people.coordination.number),
    ]);
    for (const page of [one, other]) {
      await page.getByRole('button', { name: 'Jag har kommit' }).click();
      await page.locator('.outcome').waitFor();
    }
    expect(await one.locator('.outcome').innerText()).toMatch(/^Klart\./);
    expect(await other.locator('.outcome').innerText()).toBe(
      'Det var redan gjort. Ankomsten är redan anmäld.',
    );
    await web.done(one);
    await web.done(other);
  });

  const anyOrigin = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' };

  test.each<[string, string, { status: number; body: object; word: string }, string]>([
    [
      'bookings that the health record system has no list of',
      'appointments',
      {
        status: 200,
        body: [{ ResultCode: 'ERROR', Comment: 'Tidboken är stängd.', Booking: [], RegisteredBooking: [] }],
        word: '',
      },
      'Tidboken är stängd.',
    ],
    [
      'no bookings, and meetings that cannot be read',
      'videomeetings',
      { status: 503, body: {}, word: 'unavailable' },
      'Videobesöken kan inte hämtas.',
    ],
  ])('what could not be read never reads as no visits: %s', async (_, failed, failure, said) => {
    const page = await web.opened();
    const none = [{ ResultCode: 'OK', Comment: '', Booking: [], RegisteredBooking: [] }];
    const answers: Readonly<Record<string, { status: number; body: object; word: string }>> = {
      appointments: { status: 200, body: none, word: '' },
      videomeetings: { status: 200, body: [], word: '' },
      contacts: { status: 200, body: [], word: '' },
      [failed]: failure,
    };
    for (const [path, answer] of Object.entries(answers)) {
      const headers = { ...anyOrigin, 'x-error': answer.word };
      const fulfilled = { status: answer.status, headers, body: JSON.stringify(answer.body) };
      await page.route(new RegExp(`/patients/${path}/`), route =>
        route.request().method() === 'OPTIONS' ? route.continue() : route.fulfill(fulfilled),
      );
    }
    await page.getByRole('button', { name: 'Logga in' }).click();
    await page.getByRole('button', { name: people.tolvan.number }).click();
    await shown(page);
    for (const hash of ['#visits', '#today']) {
      await view(page, hash);
      const text = await (await shown(page)).innerText();
      expect([hash, text]).toEqual([hash, expect.stringContaining(said)]);
      expect([hash, text]).toEqual([hash, expect.not.stringMatching(/Inga (?:tidigare )?besök/)]);
    }
    await web.done(page);
  });

  const unknown = 'Vi vet inte om det blev registrerat. Du kan försöka igen; fråga annars i receptionen.';
  /** The page of the visit of a patient who can arrive today, whose next write ends as given. */
  const visitWhoseWrite = async (ends: (route: Route) => Promise<void>) => {
    const page = await web.signedIn(failing.unknownDone.number);
    await view(page, `#visits/visit/${failingBookings.unknownDone}`);
    await page.route('**/patients/appointments/?id=*', ends, { times: 1 });
    return page;
  };

  test.each<[string, (route: Route) => Promise<void>]>([
    ['no network', route => route.abort()],
    [
      'a proxy’s HTML 504',
      route =>
        route.fulfill({
          status: 504,
          headers: { ...anyOrigin, 'content-type': 'text/html' },
          body: '<html>504</html>',
        }),
    ],
    [
      'a 500',
      route => route.fulfill({ status: 500, headers: anyOrigin, body: '{"statusCode":500,"message":"x"}' }),
    ],
    [
      'a 503',
      route => route.fulfill({ status: 503, headers: { ...anyOrigin, 'x-error': 'overloaded' }, body: '' }),
    ],
    ['a 200 that is not JSON', route => route.fulfill({ status: 200, headers: anyOrigin, body: '<html>' })],
    ['a 200 without a result', route => route.fulfill({ status: 200, headers: anyOrigin, body: '{}' })],
  ])(
    'says in one sentence that the outcome of a write is not known, and lets the user try again: %s',
    async (_, ends) => {
      const page = await visitWhoseWrite(ends);
      const button = page.getByRole('button', { name: 'Jag har kommit' });
      await button.click();
      const outcome = page.locator('.outcome');
      await outcome.waitFor();
      expect(await outcome.innerText()).toBe(unknown);
      expect(await focused(page)).toBe(unknown);
      expect(await page.locator('main').innerText()).not.toContain('Klart.');
      await button.waitFor();
      await web.done(page);
    },
  );

  test('says that a refused write was not registered', async () => {
    const page = await visitWhoseWrite(route =>
      route.fulfill({ status: 429, headers: { ...anyOrigin, 'x-error': 'rate-limited' }, body: '{}' }),
    );
    await page.getByRole('button', { name: 'Jag har kommit' }).click();
    await page.getByText('Det blev inte registrerat. Vänta en stund: det gick för fort.').waitFor();
    await web.done(page);
  });

  test('an arrival of which nobody heard is known when it is tried again', async () => {
    const page = await web.signedIn(failing.unknownDone.number);
    const button = page.getByRole('button', { name: 'Jag har kommit' });
    await button.click();
    await page.getByText(unknown).waitFor();
    await button.click();
    await page.locator('.outcome.info').waitFor();
    expect(await page.locator('.outcome').innerText()).toMatch(/^Det var redan gjort\./);
    await web.done(page);
  });

  test('says from when a later video visit can be joined, in the time of the region', async () => {
    const page = await web.opened({ timezoneId: 'Pacific/Niue' });
    // Tolvan's meeting of 9 December at 14:30 has no booking; before that day, it cannot be joined.
    await page.clock.setFixedTime(new Date('2026-12-08T12:00:00Z'));
    await page.getByRole('button', { name: 'Logga in' }).click();
    await page.getByRole('button', { name: people.tolvan.number }).click();
    await shown(page);
    const main = await view(page, '#visits/visit/video-9007199254741060');
    await main.getByText('Du kan ansluta från kl. 14:15.').waitFor();
    expect(await main.getByRole('link', { name: 'Anslut' }).count()).toBe(0);
    await page.context().close();
  });

  test('offers an arrival on the day of the region, wherever the device is', async () => {
    // At every time, it is another day in one of the two than in Sweden.
    for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      const page = await web.signedIn(failing.unknownNotDone.number, { timezoneId });
      await page.getByRole('button', { name: 'Jag har kommit' }).waitFor();
      await web.done(page);
    }
  });

  type Note = {
    readonly JournalNoteEHRExtract: readonly [
      { readonly Note: { readonly NoteId: { readonly extension: string } } },
    ];
  };

  test('a journal of many years is read to its end, by slices of time', async () => {
    const page = await web.opened();
    // Every other of its 2,001 notes: the slices are as many, and the browser draws them in a quarter of the time.
    await page.route('**/patients/journalnotes/*', async route => {
      if (route.request().method() !== 'GET') return route.continue();
      const response = await route.fetch();
      const notes = (await response.json()) as Note[];
      const isEven = ({ JournalNoteEHRExtract: [{ Note }] }: Note) =>
        Number(Note.NoteId.extension.split(':').at(-1)) % 2 === 0;
      await route.fulfill({ response, json: notes.filter(isEven) });
    });
    await page.getByRole('button', { name: 'Logga in' }).click();
    await page.getByRole('button', { name: people.longJournal.number }).click();
    await shown(page);
    const main = await view(page, '#journal');
    const older = main.getByRole('button', { name: 'Visa äldre anteckningar' });
    await main.getByRole('heading', { name: 'Utan tid' }).waitFor();
    const first = await main.locator('.entry').count();
    expect(first).toBeGreaterThan(20);
    expect(first).toBeLessThan(300);
    const slices: string[] = [];
    page.on('request', request => {
      if (request.method() === 'GET') slices.push(new URL(request.url()).search);
    });
    while ((await older.count()) > 0) {
      await older.click();
      await main.locator('.more').getByText('Hämtar äldre anteckningar …').waitFor({ state: 'detached' });
    }
    expect(await main.locator('.entry').count()).toBe(1001);
    expect(slices.length).toBeGreaterThan(4);
    await main.getByText('Det var allt: 1001 anteckningar.').waitFor();
    // The oldest note has a URL, and Back returns to it.
    const last = main.locator('.entry').last().getByRole('link');
    await last.click();
    await main.getByRole('heading', { level: 1, name: 'Årskontroll' }).waitFor();
    await page.goBack();
    await shown(page);
    await expect.poll(() => focusedHref(page)).toBe(await last.getAttribute('href'));
    await web.done(page);
  });

  test('acts for a child, in whose colour and name the app is then; says who may not be read', async () => {
    const page = await web.signedIn(people.guardian.number);
    const main = page.getByRole('main');
    await page.getByRole('link', { name: 'Byt' }).click();
    const choices = main.locator('.choice');
    await choices.first().waitFor();
    // The stranger is for developers.
    expect(await choices.allInnerTexts()).toHaveLength(3);
    await page.getByRole('button', { name: 'För utvecklare' }).click();
    await main.getByRole('button', { name: 'främling' }).waitFor();
    expect(await choices.allInnerTexts()).toEqual([
      'Din egen journal (Vårda Provsson)',
      'Född 2019',
      'Född 2017',
      'Född 1962, en främling',
    ]);
    expect(await page.locator('body').innerText()).not.toMatch(/\d{8}-?\d{4}/);
    for (const refused of ['Född 2017', 'Född 1962, en främling']) {
      await main.getByRole('button', { name: refused }).click();
      const item = main.locator('.people > li').filter({ hasText: refused });
      await item.getByRole('alert').getByText('Du får inte läsa den här personens journal.').waitFor();
      expect(await item.locator('details.support').textContent()).toMatch(/Anrops-id [0-9a-f-]{36}/);
    }
    await page.locator('#bar').getByText('Din egen journal').waitFor();

    await main.getByRole('button', { name: 'Född 2019' }).click();
    await main.getByRole('heading', { level: 1, name: 'Idag' }).waitFor();
    await shown(page);
    await page.locator('#bar .who').filter({ hasText: 'Lillens journal' }).waitFor();
    expect(await main.innerText()).toMatch(/^Lillens journal/);
    expect(await page.title()).toBe('Idag – Lillens journal – Min vård');
    expect(await page.locator('body.acting').count()).toBe(1);
    await main.getByText('Frisk och nyfiken').waitFor();
    expect(page.url()).not.toContain('2019');
    // Whose record it was survives a reload and the sign-in that follows; the number itself is not stored.
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })')).not.toMatch(
      /\d{12}/,
    );
    await page.reload();
    await page.getByRole('button', { name: 'Logga in' }).click();
    await page.getByRole('button', { name: people.guardian.number }).click();
    await shown(page);
    await page.locator('#bar .who').filter({ hasText: 'Lillens journal' }).waitFor();
    // A line over time of the three lengths.
    const length = await view(page, '#health/measurement/langd-cm');
    expect(await length.locator('.chart circle').count()).toBe(3);
    expect(await length.locator('tbody td:nth-child(2)').allInnerTexts()).toEqual([
      '117 cm',
      '107 cm',
      '94,5 cm',
    ]);
    await web.done(page);
  });

  test('a withdrawn note is folded with its reason first, and its text is there only when asked for', async () => {
    const page = await web.signedIn(people.complete.number);
    expect(await page.locator('.visit').innerText()).toContain('Att betala: 275 kr (75 kr lägre: Frikort)');
    const main = await view(page, '#journal');
    const withdrawn = main.locator('.entry.invalid');
    expect(await withdrawn.innerText()).toMatch(/Indragen: Skriven på fel patient\s+Visa$/);
    await withdrawn.getByRole('link', { name: /^Visa/ }).click();
    const note = main.locator('.note');
    await note.getByText('Indragen: Skriven på fel patient').waitFor();
    const text = note.getByText('Torr hosta sedan två veckor.').first();
    expect(await text.isVisible()).toBe(false);
    await note.getByText('Visa texten ändå').click();
    await text.waitFor({ state: 'visible' });
    await web.done(page);
  });

  test('says below a list that something is missing, and why when asked; a failure of all parts is said once', async () => {
    const partial = await web.signedIn(failing.partial.number);
    const journal = await view(partial, '#journal');
    expect(await journal.locator('.left-out').innerText()).toBe('1 uppgift kan inte visas.');
    await journal.locator('.why').getByText('Varför kan inte allt visas?').click();
    await journal.getByText('Fråga din vårdgivare om du vill veta mer.').waitFor();
    await web.done(partial);
    const down = await web.signedIn(failing.unavailable.number);
    const alerts = down.getByRole('alert');
    expect(await alerts.allInnerTexts()).toEqual([
      expect.stringMatching(
        /^Försök igen om en stund: uppgifterna kan inte hämtas just nu\.\s+Behöver du råd om vård nu\? Ring 1177\./,
      ),
    ]);
    await web.done(down);
  });

  const at = (time: string) => Date.parse(`2026-01-15T${time}:00+01:00`);
  /** A visit of 15 January at 15:00 and a meeting at 10:00, for a day that is walked with the browser's clock. */
  const bookingOfDay = {
    ContactId: '1',
    StartTime: '2026-01-15 15:00',
    PerformingUnit: { Name: 'Hudmottagningen' },
    Any: [{ Status: 'BOOKED', PaymentStatus: 'UNPAID' }],
  };
  const meetingOfDay = {
    actionId: 2,
    meetingLink: 'https://video.example.com/m/1',
    startDateTimeInUnix: at('10:00'),
    endDateTimeInUnix: at('10:30'),
  };
  const answersOfDay: Readonly<Record<string, object[]>> = {
    appointments: [{ ResultCode: 'OK', Comment: '', Booking: [bookingOfDay], RegisteredBooking: [] }],
    videomeetings: [meetingOfDay],
  };
  /** The app on that day, whose token is valid for as many seconds. */
  const dayPage = async (seconds: number) => {
    const page = await web.opened();
    await page.clock.install({ time: at('08:00') });
    await page.goto(web.sandbox.webApp);
    for (const [path, body] of Object.entries(answersOfDay)) {
      const answer = { headers: anyOrigin, json: body };
      const isRead = (route: Route) => route.request().method() === 'GET';
      await page.route(new RegExp(`/patients/${path}/`), route =>
        isRead(route) ? route.fulfill(answer) : route.fallback(),
      );
    }
    await page.route('**/token', async route => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), expires_in: seconds } });
    });
    await page.getByRole('button', { name: 'Logga in' }).click();
    await page.getByRole('button', { name: people.tolvan.number }).click();
    await shown(page);
    return page;
  };
  /** Lets time pass while the user touches the page now and then. */
  const pass = async (page: Page, minutes: number) => {
    for (let left = minutes; left > 0; left -= 13) {
      await page.clock.fastForward(Math.min(left, 13) * 60_000);
      await page.evaluate(`dispatchEvent(new Event('keydown'))`);
    }
  };

  test('a day walked by the clock: the page notices when a call may be joined, that it is over, and that a day has passed', async () => {
    const page = await dayPage(86_400);
    const main = page.getByRole('main');
    const join = main.getByRole('link', { name: 'Anslut till videobesöket' });
    const arrive = main.getByRole('button', { name: 'Jag har kommit' });
    await main.getByText('Du kan ansluta från kl. 09:45.').waitFor();
    await main.getByText('Hämtat 08:0').waitFor();
    await arrive.waitFor();

    await pass(page, 106);
    await join.waitFor();
    await pass(page, 45);
    await join.waitFor({ state: 'detached' });
    await arrive.waitFor();

    // Without a network, what is shown has its hour; when it is back, the page reads by itself.
    await page.context().setOffline(true);
    await page
      .locator('#network')
      .getByText(/^Ingen uppkoppling\. Det som visas hämtades \d\d:\d\d\.$/)
      .waitFor();
    const read = page.waitForRequest('**/patients/appointments/');
    await page.context().setOffline(false);
    await read;
    await page.locator('#network').getByText('Ingen').waitFor({ state: 'detached' });

    // In the evening, it can still be arrived at. The clock of a device that has slept is looked at before sending.
    await pass(page, 13 * 60);
    await arrive.waitFor();
    let writes = 0;
    page.on('request', request => {
      if (request.method() === 'PUT') writes += 1;
    });
    await page.clock.setSystemTime(new Date('2026-01-16T00:30:00+01:00'));
    await arrive.click();
    await main.getByText('Det går inte längre: sidan var från en annan dag. Ingenting skickades.').waitFor();
    expect(writes).toBe(0);
    await page.context().close();
  });

  test('at midnight yesterday’s visits are over; nobody’s record stays on the screen when nobody is there, or the session is', async () => {
    const page = await dayPage(86_400);
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Jag har kommit' }).waitFor();
    await pass(page, 16 * 60);
    await main.getByText('Inga besök är bokade.').waitFor();
    expect(await main.getByRole('button', { name: 'Jag har kommit' }).count()).toBe(0);

    await page.clock.fastForward(14 * 60_000 + 1000);
    const question = page.getByRole('dialog');
    await question.getByText('Är du kvar? Annars loggas du ut om en minut.').waitFor();
    expect(await findingsIn(page)).toEqual([]);
    await question.getByRole('button', { name: 'Jag är kvar' }).click();
    await question.waitFor({ state: 'detached' });
    await page.clock.fastForward(14 * 60_000 + 1000);
    await question.waitFor();
    // The next morning.
    await page.clock.fastForward(8 * 3_600_000);
    await page.getByRole('heading', { level: 1, name: 'Inloggningen har gått ut' }).waitFor();
    expect(await page.locator('body').innerText()).not.toMatch(/Tolvan|Hudmottagningen|Penicillin/);
    expect(await findingsIn(page)).toEqual([]);
    await page.context().close();

    const short = await dayPage(600);
    await short.clock.fastForward(601_000);
    await short.getByRole('button', { name: 'Logga in igen' }).waitFor();
    expect(await short.locator('body').innerText()).not.toMatch(/Tolvan|Hudmottagningen|Penicillin/);
    await short.context().close();
  });

  test('what cannot be read is read once more by itself when the service says when; what is vital says whom to call', async () => {
    const page = await web.opened();
    await page.clock.install();
    await page.goto(web.sandbox.webApp);
    let asked = 0;
    await page.route('**/patients/medications/', route => {
      if (route.request().method() === 'OPTIONS') return route.continue();
      asked += 1;
      if (asked > 2) return route.continue();
      const headers = { ...anyOrigin, 'x-error': 'overloaded', 'retry-after': '90', 'x-request-id': 'abc' };
      return route.fulfill({ status: 503, headers, body: '{}' });
    });
    await page.getByRole('button', { name: 'Logga in' }).click();
    await page.getByRole('button', { name: people.tolvan.number }).click();
    const main = await shown(page);
    const alert = main.getByRole('alert');
    expect(await alert.innerText()).toMatch(
      /^Försök igen om en stund: många använder tjänsten just nu\.\s+Behöver du råd om vård nu\? Ring 1177\. Ring 112/,
    );
    expect(await alert.locator('details.support').innerText()).toBe('Uppgift till supporten');
    await main.getByText(/^Försöker igen av sig själv om \d+ sekund/).waitFor();
    await page.clock.fastForward(90_000);
    await expect.poll(() => asked, { timeout: patience }).toBe(2);
    // Once, and not again.
    await main.getByText('Försök igen om 90 sekunder.').waitFor();
    await main.getByRole('button', { name: 'Försök igen' }).click();
    await main.getByText('Veckodosin').waitFor();
    await page.context().close();
  });

  test('ran without an error in the page', () => {
    expect(web.complaints).toEqual([]);
  });
});
