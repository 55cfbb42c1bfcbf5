// The views of the example web app: nothing of an answer vanishes, everybody can use them, and they fit every screen.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { people } from '../../sandbox/patients/patients.ts';
import { type RecordKind, recordSchemas, sharedSchemas } from '../../src/domain/records/index.ts';
import { listed } from '../support/listed.ts';
import { browserProgram, describeWith } from '../support/programs.ts';
import {
  findingsIn,
  type PatientWeb,
  patience,
  shown,
  startPatientWeb,
  view,
} from '../support/service/patient-web.ts';

/** A folder for screenshots: with it set, the tests take them. */
const { SCREENSHOTS: screenshots } = process.env;

type Shape = {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
};

/** Longer than a line on a phone. */
const longWord = 'o'.repeat(50);

/** A record with every member of its schema, two levels of nested ones; every text and number in it is unlike the others. */
const fullRecord = (kind: RecordKind) => {
  let count = 0;
  const fill = (shape: Shape, path: readonly string[]): unknown => {
    if (shape.$ref !== undefined) {
      const name = shape.$ref.replace('#', '');
      if (path.filter(one => one === name).length > 1) return undefined;
      return fill(sharedSchemas.get(name) as Shape, [...path, name]);
    }
    if (shape.items !== undefined) return [fill(shape.items, path)].filter(one => one !== undefined);
    if (shape.properties !== undefined) {
      const members = Object.entries(shape.properties).map(([name, member]) => [name, fill(member, path)]);
      return Object.fromEntries(members);
    }
    count += 1;
    if (shape.type === 'boolean') return true;
    if (shape.type === 'string') return `words${count}.${longWord}`;
    return shape.type === undefined ? {} : 100_000 + count;
  };
  return fill(recordSchemas[kind] as Shape, []);
};

/** Every leaf of a record, with its path. */
const leavesOf = (value: unknown, path: readonly string[] = []): (readonly [readonly string[], unknown])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => leavesOf(member, [...path, name]))
    : [[path, value]];

/** The module and the call that make the page of a record; `record` and `context` are there. */
const pagesOfKinds: Readonly<Record<string, readonly [module: string, call: string]>> = {
  appointments: [
    'visits',
    `[...page.visitDetails({ key: '', start: '', booking: record.Booking[0], isRegistered: false }, context),
      ...page.visitDetails({ key: '', start: '', booking: record.RegisteredBooking[0], isRegistered: true }, context),
      ...page.restOfAnswer(others(record))]`,
  ],
  videoMeetings: [
    'visits',
    `page.visitDetails({ key: '', start: '20260115093000', meeting: record, isRegistered: false }, context)`,
  ],
  attentionSignals: ['warnings', 'page.warningDetails(record, context)'],
  prescriptions: ['medications', 'page.medicationDetails(record, context)'],
  contacts: ['visits', 'page.contactDetails(record)'],
  journalNotes: ['notes', 'page.noteDetails(record, new Set())'],
  patients: ['people', 'page.personDetails(record)'],
};

describeWith(browserProgram, 'the views of the example of a patient’s web app', executablePath => {
  let web: PatientWeb;

  beforeAll(async () => {
    web = await startPatientWeb(executablePath);
  });

  afterAll(() => web?.close());

  const picture = async (page: Page, name: string) => {
    if (screenshots === undefined) return;
    mkdirSync(screenshots, { recursive: true });
    await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
  };

  test.each(Object.entries(pagesOfKinds))(
    'the page of a record shows every member of it, or says why not: %s',
    async (kind, [module, call]) => {
      const page = await web.opened({ language: 'en' });
      const record = fullRecord(kind as RecordKind);
      const { text, unshown, swedish, others, width } = (await page.evaluate(
        `Promise.all([import('/pages/${module}.js'), import('/record.js')]).then(([page, { unshown }]) => {
          const main = document.querySelector('main');
          const record = ${JSON.stringify(record)};
          const others = ({ Booking, RegisteredBooking, ...rest }) => rest;
          const context = { isOffered: () => true, now: '20260115093000', person: { isOwn: true } };
          main.replaceChildren(...${call}.filter(Boolean));
          for (const details of main.querySelectorAll('details')) details.open = true;
          const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
          const texts = [];
          while (walker.nextNode()) texts.push(walker.currentNode);
          const isSwedish = ({ parentElement }) => parentElement.closest('[lang]').lang === 'sv';
          return {
            text: main.textContent,
            unshown: Object.keys(unshown),
            swedish: texts.filter(isSwedish).map(one => one.data).join(' '),
            others: texts.filter(one => !isSwedish(one)).map(one => one.data).join(' '),
            width: document.documentElement.scrollWidth,
          };
        })`,
      )) as { text: string; unshown: string[]; swedish: string; others: string; width: number };
      await picture(page, `every-member-${kind}-390`);
      const leaves = leavesOf(record).filter(([path]) => !path.some(name => unshown.includes(name)));
      expect(leaves.length).toBeGreaterThan(10);
      const vanished = leaves.filter(([, value]) => value !== true && !text.includes(String(value)));
      expect(vanished).toEqual([]);
      // Every flag is "yes" beside the name of its member.
      const flags = leaves.filter(([, value]) => value === true).length;
      expect(text.split('yes').length - 1).toBeGreaterThanOrEqual(flags);
      // The texts of the record, and they alone, are in Swedish.
      expect(others).not.toMatch(/words\d/);
      expect(swedish.replaceAll(/words\d+\.o*|[\s(),:\d–·/]|Svenska/gi, '')).toBe('');
      expect(width).toBe(390);
      await web.done(page);
    },
  );

  const views = listed(`
    #today #visits #visits/visit/59084 #visits/visit/59083 #visits/contact/59001 #health #health/warning/311
    #health/medication/8108 #health/medication/8103 #health/earlier-medications
    #health/measurement/blood-pressure #health/measurement/vikt-kg #journal #people
  `);

  // Every two of layout, colours and language meet axe once. At other sizes only the room is another.
  const axe = true;
  test.each<
    [
      name: string,
      width: number,
      height: number,
      colours: 'light' | 'dark',
      language: 'sv' | 'en',
      axe?: true,
    ]
  >([
    ['a small phone', 320, 568, 'light', 'sv', axe],
    ['a phone, dark', 390, 844, 'dark', 'en', axe],
    ['a tablet', 768, 1024, 'light', 'sv'],
    ['a desk', 1280, 900, 'light', 'en', axe],
    ['a desk, dark', 1280, 900, 'dark', 'sv', axe],
    ['a desk at 400 %', 320, 225, 'light', 'sv'],
  ])(
    'no view is wider than %s, and axe finds nothing',
    async (name, width, height, colorScheme, language, isForAxe) => {
      const page = await web.signedIn(people.tolvan.number, {
        viewport: { width, height },
        colorScheme,
        language,
      });
      const found: string[] = [];
      for (const hash of views) {
        const main = await view(page, hash);
        if (isForAxe) for (const one of await findingsIn(page)) found.push(`${hash} ${one}`);
        const wide = Number(await page.evaluate('document.documentElement.scrollWidth'));
        if (wide > width) found.push(`${hash} is ${wide} wide`);
        if ((await main.getByText(/finns inte, eller har ändrats|no such record/).count()) > 0)
          found.push(`${hash} is not found`);
        await picture(page, `${hash.slice(1).replaceAll('/', '-')}-${width}-${colorScheme}-${language}`);
      }
      expect({ name, found }).toEqual({ name, found: [] });
      await web.done(page);
    },
  );

  test('with letters of twice the size the words of a visit and of its buttons stay whole', async () => {
    // A phone of 390 pixels with 200 % text has the room of 195 pixels.
    const page = await web.signedIn(people.tolvan.number, { viewport: { width: 195, height: 422 } });
    const broken = (selector: string) =>
      page.evaluate(`[...document.querySelectorAll('${selector}')].flatMap(element => {
          const range = document.createRange();
          const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          const found = [];
          for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
            for (const word of text.data.matchAll(/[^\\s]+/g)) {
              range.setStart(text, word.index);
              range.setEnd(text, word.index + word[0].length);
              if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word[0]);
            }
          }
          return found;
        })`);
    expect(await page.locator('.visit .steps li').first().innerText()).toMatch(/^Bokat/);
    expect(await broken('h1, .visit-name, .visit .steps li, .visit button, .visit .button')).toEqual([]);
    const visits = await view(page, '#visits/visit/59063');
    await visits.getByRole('button', { name: 'Jag har betalat i receptionen' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await broken('dialog button')).toEqual([]);
    await web.done(page);
  });

  test('a heading that stays while one scrolls is below the bar, however many lines the name needs', async () => {
    const page = await web.signedIn(people.tolvan.number);
    await view(page, '#journal');
    const bottomOfBar = `Math.round(document.getElementById('bar').getBoundingClientRect().bottom)`;
    expect(Number(await page.evaluate(bottomOfBar))).toBeGreaterThan(40);
    // Into the middle of the first year.
    await page.evaluate(`scrollTo(0, document.querySelector('.year').getBoundingClientRect().top + 20)`);
    const top = `Math.round(document.querySelector('.year > .group').getBoundingClientRect().top)`;
    expect(Number(await page.evaluate(`${top} - ${bottomOfBar}`))).toBe(-1);
    await web.done(page);
  });

  test('axe finds nothing in a question, in a refusal, before the sign-in, and with a note and the calls open', async () => {
    const page = await web.opened();
    expect(await findingsIn(page)).toEqual([]);
    await web.done(page);
    const guardian = await web.signedIn(people.guardian.number);
    const main = await view(guardian, '#people');
    await main.getByRole('button', { name: 'Född 2017' }).click();
    await main.getByRole('alert').waitFor();
    expect(await findingsIn(guardian)).toEqual([]);
    await web.done(guardian);
    const tolvan = await web.signedIn(people.tolvan.number);
    const visits = await view(tolvan, '#visits/visit/59063');
    await visits.getByRole('button', { name: 'Jag har betalat i receptionen' }).click();
    await tolvan.getByRole('dialog').waitFor();
    expect(await findingsIn(tolvan)).toEqual([]);
    await tolvan.keyboard.press('Escape');
    await tolvan.getByRole('dialog').waitFor({ state: 'detached' });
    const journal = await view(tolvan, '#journal');
    await journal.getByRole('link', { name: /^Läs allt, Mottagningsbesök/ }).click();
    await journal.getByRole('heading', { level: 1, name: 'Mottagningsbesök' }).waitFor();
    await tolvan.getByRole('button', { name: 'För utvecklare' }).click();
    for (const summary of await tolvan.locator('summary').all()) await summary.click();
    expect(await findingsIn(tolvan)).toEqual([]);
    await web.done(tolvan);
  });

  test('the keyboard alone opens a record; Back returns to its row, and the title says where one is', async () => {
    const page = await web.signedIn(people.tolvan.number);
    const tab = async (name: string) => {
      await page.locator('#places').getByRole('link', { name }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await shown(page);
    };
    await tab('Hälsa');
    expect(await page.locator('#places [aria-current="page"]').innerText()).toBe('Hälsa');
    const row = page.getByRole('link', { name: /Veckodosin/ });
    await row.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Veckodosin' }).waitFor();
    await shown(page);
    expect(await page.title()).toBe('Veckodosin – Läkemedel – Min vård');
    expect(await page.locator('.week .dose').count()).toBe(1);
    expect(await page.locator('#status').textContent()).toBe('Veckodosin visas.');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Hälsa' }).waitFor();
    await shown(page);
    await expect
      .poll(() => page.evaluate(`document.activeElement.getAttribute('href')`))
      .toBe('#health/medication/8108');
    await web.done(page);
  });

  test('English is a switch, that is remembered', async () => {
    const page = await web.signedIn(people.tolvan.number);
    await page.getByRole('button', { name: 'English' }).click();
    const main = await shown(page);
    await main.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await page.title()).toBe('Today – My care');
    expect(await main.textContent()).toContain('Current medications · 8');
    // The texts of the record stay as they are.
    expect(await main.innerText()).toContain('4 tabletter varje måndag');
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await web.done(page);
  });

  test('lists the calls behind a view, which can be copied as curl', async () => {
    const page = await web.signedIn(people.tolvan.number, { viewport: { width: 1280, height: 900 } });
    await view(page, '#health/warning/311');
    // Technical names are for developers.
    const name = page.locator('.everything dt').filter({ hasText: 'Signal version date time' });
    await page.locator('.everything summary').click();
    expect(await name.isVisible()).toBe(false);
    expect(await page.locator('#calls').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'För utvecklare' }).click();
    await page.locator('.everything summary').click();
    await name.waitFor({ state: 'visible' });
    const calls = page.locator('.call');
    expect(await calls.count()).toBe(1);
    expect(await calls.first().innerText()).toMatch(
      /GET \/patients\/attentionsignals\/\s+Status 200 · svaret fanns kvar[^\n]*\s+Anrops-id [0-9a-f-]{36}/,
    );
    await calls.first().getByRole('button', { name: 'Kopiera som curl' }).click();
    await page.getByRole('button', { name: 'Kopierat' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `curl -sSi -H "Ocp-Apim-Subscription-Key: $KEY" -H "Authorization: Bearer $TOKEN" '${web.sandbox.service}/patients/attentionsignals/'`,
    );
    await web.done(page);
  });

  test('offers to sign in after the token has expired, and returns to the view', async () => {
    const page = await web.signedIn(people.tolvan.number);
    const contacts = '**/patients/contacts/*';
    await page.route(contacts, route =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer expired' } }),
    );
    await page.evaluate(`location.hash = '#visits'`);
    const main = page.getByRole('main');
    await main.getByText('Inloggningen har gått ut. Logga in igen.').waitFor();
    // Nothing of the record stays on the screen.
    expect(await page.locator('body').innerText()).not.toContain('Tolvan');
    await page.unroute(contacts);
    await main.getByRole('button', { name: 'Logga in igen' }).click();
    await page.getByRole('button', { name: people.tolvan.number }).click();
    await page.getByRole('heading', { level: 1, name: 'Besök' }).waitFor();
    await web.done(page);
  });

  test('a note has a URL that is enough to read it, after a sign-in too', async () => {
    const page = await web.opened();
    await page.goto(`${web.sandbox.webApp}/#journal/note/2021/2024/58603`);
    await page.reload();
    await page.getByRole('button', { name: 'Logga in' }).click();
    await page.getByRole('button', { name: people.tolvan.number }).click();
    await page.getByRole('heading', { level: 1, name: 'Årskontroll' }).waitFor();
    const main = await shown(page);
    expect(await main.innerText()).toContain('12 februari 2024 kl. 10:00');
    expect(await main.getByText('78,5 kg').count()).toBeGreaterThan(0);
    await web.done(page);
  });

  test('a printed page says whose record it is, of when and from where, and has nothing to press; a visit goes into a calendar', async () => {
    const page = await web.signedIn(people.tolvan.number);
    const visit = await view(page, '#visits/visit/59062');
    const download = page.waitForEvent('download');
    await visit.getByRole('button', { name: 'Lägg till i kalendern' }).click();
    const saved = readFileSync(await (await download).path(), 'utf8');
    expect(saved).toContain('DTSTART;TZID=Europe/Stockholm:20261202T093000');
    const main = await view(page, '#health');
    await page.emulateMedia({ media: 'print' });
    const text = await page.locator('body').innerText();
    expect(text).toMatch(
      /^Hälsa\s+Tolvan Provmartin Tolvansson · Personnummer 191212121212 · Hämtat \d+ [a-z]+ \d{4} kl\. \d\d:\d\d · Källa: Min vård, 127\.0\.0\.1/,
    );
    expect(text).toContain('Veckodosin');
    expect(text).not.toMatch(/Logga ut|För utvecklare|Skriv ut|Idag/);
    expect(await main.getByRole('button').count()).toBe(0);
    await web.done(page);
  });

  test('with text of twice the size nothing is cut off on a phone', async () => {
    const page = await web.signedIn(people.tolvan.number, { viewport: { width: 390, height: 844 } });
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    for (const hash of views) {
      await view(page, hash);
      expect([hash, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([hash, 390]);
      await picture(page, `${hash.slice(1).replaceAll('/', '-')}-390-200-percent`);
    }
    await web.done(page);
  });

  test('asks who signs in, and says that a sign-in was refused', async () => {
    const page = await web.signedIn(people.empty.number);
    // The session of the last user is alive after a reload, and the issuer asks all the same.
    await page.reload();
    await page.getByRole('button', { name: 'Logga in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Vem är du?' }).waitFor();
    expect(await findingsIn(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findingsIn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Logga inte in' }).click();
    await page.getByText('Du är inte inloggad: inloggningen nekades eller avbröts.').waitFor();
    await page.getByRole('button', { name: 'Logga in' }).waitFor();
    await web.done(page);
  });

  test('ran without an error in the page', () => {
    expect(web.complaints).toEqual([]);
  });
});

describeWith(browserProgram, 'the views of the app in a region that tables describe', executablePath => {
  test(
    'show what the region has, a row of each kind has its page, and axe finds nothing',
    async () => {
      const web = await startPatientWeb(executablePath, ['--region', 'table']);
      try {
        const page = await web.signedIn(people.tolvan.number);
        const seen: string[] = [];
        const look = async (hash: string) => {
          const main = await view(page, hash);
          const failed = await main.getByRole('alert').count();
          expect({ hash, failed, found: await findingsIn(page) }).toEqual({ hash, failed: 0, found: [] });
          seen.push(await main.innerText());
        };
        const places: readonly (readonly [place: string, ...rows: string[]])[] = [
          ['#today'],
          ['#visits', '#visits/visit/', '#visits/contact/'],
          ['#health', '#health/warning/', '#health/medication/'],
          ['#journal', '#journal/note/'],
          ['#people'],
        ];
        for (const [place, ...rows] of places) {
          await look(place);
          const first = (row: string) => `document.querySelector('main a[href^="${row}"]').hash`;
          const pages: string[] = await page.evaluate(`[${rows.map(first).join()}]`);
          for (const one of pages) await look(one);
        }
        const [, visits, , contact, health, warning, , , note] = seen;
        expect(visits).toContain('Ta med legitimation.');
        expect(contact).toMatch(/Slutenvård\n.*Vårdcentralen Påhittet/s);
        expect(health).toMatch(/Penicillin · Allergi\s+Livshotande.*Veckodosin.*4 tabletter varje måndag/s);
        expect(warning).toMatch(/Gäller\s+Penicillin.*Allvarlighet\s+Livshotande/s);
        expect(note).toContain('Provsvar meddelas: godartad förändring, inget mer behöver göras.');
        expect(web.complaints).toEqual([]);
      } finally {
        await web.close();
      }
    },
    3 * patience,
  );
});
