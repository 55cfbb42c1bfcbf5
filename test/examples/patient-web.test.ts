// The example of a patient's web app, in a real browser against the sandbox.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { people } from '../../sandbox/patients/patients.ts';
import { stranger } from '../../sandbox/scenarios.ts';
import { type RecordKind, recordSchemas, sharedSchemas } from '../../src/domain/records/index.ts';
import { describeWith } from '../support/programs.ts';
import { type Sandbox, startSandbox } from '../support/service/sandbox.ts';

const patience = 120_000;
/** A folder for screenshots: with it set, the tests take them. */
const { SCREENSHOTS: screenshots } = process.env;

type Shape = {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly format?: string;
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

describeWith('chromium', 'the example of a patient’s web app', executablePath => {
  let sandbox: Sandbox;
  let browser: Browser;

  beforeAll(async () => {
    sandbox = await startSandbox();
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  }, patience);

  afterAll(async () => {
    await browser?.close();
    sandbox?.close();
  });

  const complaints: string[] = [];

  /** The app after somebody has signed in. */
  const signedIn = async (
    number: string,
    { width = 1280, height = 900, timezoneId = 'Europe/Stockholm' } = {},
  ): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width, height }, timezoneId });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    page.on('pageerror', error => complaints.push(error.message));
    await page.goto(sandbox.webApp);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: number }).click();
    await page.getByRole('heading', { name: 'Appointments' }).waitFor({ timeout: patience });
    return page;
  };

  const open = async (page: Page, view: string) => {
    await page.getByRole('link', { name: view, exact: true }).click();
    await page.getByRole('heading', { name: view, exact: true }).waitFor({ timeout: patience });
    await page.getByText('Loading…').waitFor({ state: 'detached', timeout: patience });
    return page.getByRole('main');
  };

  const picture = async (page: Page, name: string) => {
    if (screenshots === undefined) return;
    mkdirSync(screenshots, { recursive: true });
    await page.screenshot({ path: join(screenshots, `${name}.png`) });
  };

  test(
    'shows each kind of record as a patient reads it, and the calls behind it',
    async () => {
      const page = await signedIn(people.tolvan.number);
      const main = page.getByRole('main');
      await main.getByText('2 December 2026 at 09:30').waitFor();
      await main.getByText('137,50 kr').waitFor();
      await picture(page, 'appointments-1280');
      const warnings = await open(page, 'Warnings');
      await warnings.getByRole('heading', { name: /Penicillin/ }).waitFor();
      expect(await warnings.innerText()).toContain('Livshotande');
      expect(await (await open(page, 'Medications')).getByRole('listitem').count()).toBeGreaterThan(5);
      expect(await (await open(page, 'Contacts')).getByRole('listitem').count()).toBeGreaterThan(1);
      const notes = await open(page, 'Notes');
      expect(await notes.getByRole('listitem').count()).toBe(3);
      expect(await notes.innerText()).toContain('mmHg');
      // The EHR sends them in the order 2010, January 2026, March 2026.
      expect(await notes.getByRole('listitem').first().innerText()).toContain('10 March 2026');
      await picture(page, 'notes-1280');
      const calls = page.locator('#call-list > li');
      expect(await calls.count()).toBe(5);
      expect(await calls.first().innerText()).toMatch(
        /GET \/patients\/journalnotes\/\s+Status 200\s+Request id [0-9a-f-]{36}/,
      );
      await calls.first().getByRole('button', { name: 'Copy as curl' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      const copied = String(await page.evaluate('navigator.clipboard.readText()'));
      expect(copied).toBe(
        `curl -sSi -H "Ocp-Apim-Subscription-Key: $KEY" -H "Authorization: Bearer $TOKEN" '${sandbox.service}/patients/journalnotes/'`,
      );
      await page.context().close();
    },
    patience,
  );

  test(
    'offers an arrival on the day of the region, wherever the device is',
    async () => {
      // At every time, it is another day in one of the two than in Sweden.
      for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Niue']) {
        const page = await signedIn(people.coordination.number, { timezoneId });
        await page.getByRole('button', { name: 'I have arrived' }).first().waitFor();
        await page.context().close();
      }
    },
    patience,
  );

  test(
    'marks an arrival and pays; a repetition and a refusal are shown',
    async () => {
      const page = await signedIn(people.coordination.number);
      const booking = page.locator('main .card').first();
      const other = await signedIn(people.coordination.number);
      await booking.getByRole('button', { name: 'I have arrived' }).click();
      await booking.getByText('Done.').waitFor();
      expect(await booking.getByRole('button', { name: 'I have arrived' }).count()).toBe(0);
      const pay = booking.getByRole('button', { name: 'Pay by card' });
      const questions: string[] = [];
      page.once('dialog', async dialog => {
        questions.push(dialog.message());
        await dialog.dismiss();
      });
      await pay.click();
      expect(questions).toEqual(['Register that you have paid 200 kr for Hudmottagningen?']);
      expect(await booking.getByText('Done.').count()).toBe(1);
      page.once('dialog', dialog => dialog.accept());
      await pay.click();
      await expect.poll(() => booking.getByText('Done.').count()).toBe(2);
      await other.getByRole('button', { name: 'I have arrived' }).click();
      await other.getByText('Nothing to do. The patient has already arrived.').waitFor();
      await other.context().close();
      await page.context().close();
    },
    patience,
  );

  test(
    'acts for a child, and shows what a refusal looks like',
    async () => {
      const page = await signedIn(people.guardian.number);
      await open(page, 'Notes');
      const whose = page.getByLabel('Show the records of');
      await whose.selectOption(people.child.number);
      await page.getByText('Frisk och nyfiken').first().waitFor();
      await expect
        .poll(() => whose.locator('option').allInnerTexts())
        .toEqual([
          `me (${people.guardian.number})`,
          `Lillen Provsson (${people.child.number})`,
          // The answer about a person whose identity is protected is a refusal.
          people.protectedChild.number,
          `a stranger (${stranger})`,
        ]);
      await whose.selectOption({ index: 3 });
      const refusal = page.getByRole('alert');
      await refusal.getByText('You may not see the records of this person.').waitFor();
      expect(await refusal.innerText()).toMatch(/request id [0-9a-f-]{36}/);
      expect(await page.locator('#status').textContent()).toBe('');
      await picture(page, 'refusal-1280');
      await page.context().close();
    },
    patience,
  );

  test(
    'fits the width of a phone, and can be used by keyboard',
    async () => {
      const page = await signedIn(people.tolvan.number, { width: 390, height: 844 });
      await open(page, 'Warnings');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      await picture(page, 'warnings-390');
      await page.getByRole('link', { name: 'Medications' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Medications' }).waitFor();
      expect(await page.locator('nav [aria-current="page"]').innerText()).toBe('Medications');
      expect([new URL(page.url()).hash, await page.title()]).toEqual([
        '#medications',
        'Medications – My care',
      ]);
      await page.goBack();
      await page.getByRole('heading', { name: 'Warnings' }).waitFor();
      expect([new URL(page.url()).hash, await page.title()]).toEqual(['#warnings', 'Warnings – My care']);
      await page.context().close();
    },
    patience,
  );

  test(
    'offers to sign in after the token has expired, and returns to the view',
    async () => {
      const page = await signedIn(people.tolvan.number);
      const journal = '**/patients/journalnotes/';
      await page.route(journal, route =>
        route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer expired' } }),
      );
      const notes = await open(page, 'Notes');
      await notes.getByText('Your sign-in has expired. Sign in again.').waitFor();
      await page.unroute(journal);
      await notes.getByRole('button', { name: 'Sign in again' }).click();
      await page.getByRole('button', { name: people.tolvan.number }).click();
      await page.getByRole('heading', { name: 'Notes', exact: true }).waitFor({ timeout: patience });
      await page.context().close();
    },
    patience,
  );

  test(
    'signs out at the issuer too, asks who signs in, and says that a sign-in was refused',
    async () => {
      const page = await signedIn(people.tolvan.number);
      const sessions = async () =>
        (await page.context().cookies()).filter(({ name }) => name === '_session').length;
      expect(await sessions()).toBe(1);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Welcome' }).waitFor();
      expect(await sessions()).toBe(0);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: people.empty.number }).click();
      await page.getByRole('heading', { name: 'Appointments' }).waitFor({ timeout: patience });
      // The session of the last user is alive after a reload, and the issuer asks all the same.
      await page.reload();
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: 'Do not sign in' }).click();
      await page.getByText('You are not signed in: the sign-in was refused or cancelled.').waitFor();
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      await page.context().close();
    },
    patience,
  );

  test.each<[string, RecordKind]>([
    ['appointments', 'appointments'],
    ['warnings', 'attentionSignals'],
    ['medications', 'prescriptions'],
    ['contacts', 'contacts'],
    ['notes', 'journalNotes'],
  ])(
    'shows every member of a record, or says why not: %s',
    async (view, kind) => {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
      const page = await context.newPage();
      await page.goto(sandbox.webApp);
      const record = fullRecord(kind);
      const json = JSON.stringify([record]);
      const { text, unshown, swedish, others, width } = (await page.evaluate(
        `Promise.all([import('/views/${view}.js'), import('/record.js')]).then(([{ cards, rest = () => [] }, { unshown }]) => {
          const main = document.querySelector('main');
          main.replaceChildren(...cards(${json}, { isOffered: () => true, now: '20260115093000' }), ...rest(${json}));
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
      await picture(page, `every-member-${view}-390`);
      const leaves = leavesOf(record).filter(([path]) => !path.some(name => unshown.includes(name)));
      expect(leaves.length).toBeGreaterThan(20);
      const vanished = leaves.filter(([, value]) => value !== true && !text.includes(String(value)));
      expect(vanished).toEqual([]);
      // Every flag is "yes" beside the name of its member.
      const flags = leaves.filter(([, value]) => value === true).length;
      expect(text.split('yes').length - 1).toBeGreaterThanOrEqual(flags);
      // The texts of the record, and they alone, are in Swedish.
      expect(others).not.toMatch(/words\d/);
      expect(swedish.replaceAll(/words\d+\.o*|[\s(),:\d–]/g, '')).toBe('');
      expect(width).toBe(390);
      await context.close();
    },
    patience,
  );

  test(
    'says what a list lacks, and when to try again',
    async () => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(sandbox.webApp);
      const said = (leftOut: string) =>
        page.evaluate(`import('/format.js').then(({ leftOutText }) => leftOutText(${leftOut}))`);
      expect(await said('{}')).toBeUndefined();
      expect(await said('{ unmapped: 80 }')).toBeUndefined();
      expect(await said('{ records: 1, values: 2, unmapped: 80 }')).toBe(
        'This list is not complete: 1 record, 2 values cannot be shown here. Ask your care provider.',
      );
      expect(await said('{ sources: 1 }')).toBe(
        'This list is not complete: 1 care system could not be asked, so important records may be missing. Try again later.',
      );
      await page.context().close();
    },
    patience,
  );

  test('ran without an error in the page', () => {
    expect(complaints).toEqual([]);
  });
});
