// The example of a patient's web app, in a real browser against the sandbox.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { people } from '../../sandbox/patients/patients.ts';
import { describeWith } from '../support/programs.ts';
import { type Sandbox, startSandbox } from '../support/service/sandbox.ts';

const patience = 120_000;
/** A folder for screenshots: with it set, the tests take them. */
const { SCREENSHOTS: screenshots } = process.env;

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
  const signedIn = async (number: string, viewport = { width: 1280, height: 900 }): Promise<Page> => {
    const context = await browser.newContext({ viewport });
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
    await page.getByRole('button', { name: view, exact: true }).click();
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
    'marks an arrival and pays; a repetition and a refusal are shown',
    async () => {
      const page = await signedIn(people.coordination.number);
      const booking = page.locator('main .card').first();
      await booking.getByRole('button', { name: 'I have arrived' }).click();
      await booking.getByText('Done.').waitFor();
      await booking.getByRole('button', { name: 'Pay by card' }).click();
      await expect.poll(() => booking.getByText('Done.').count()).toBe(2);
      await booking.getByRole('button', { name: 'I have arrived' }).click();
      await booking.getByText('Nothing to do. The patient has already arrived.').waitFor();
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
      await page.getByText('Frisk och nyfiken').waitFor();
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
      await page.getByRole('button', { name: 'Medications' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Medications' }).waitFor();
      expect(await page.locator('nav [aria-current="page"]').innerText()).toBe('Medications');
      await page.context().close();
    },
    patience,
  );

  test(
    'signs out at the issuer too, asks who signs in, and says that a sign-in was refused',
    async () => {
      const page = await signedIn(people.tolvan.number);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Welcome' }).waitFor();
      expect((await page.context().cookies()).filter(({ name }) => name === '_session')).toEqual([]);
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
