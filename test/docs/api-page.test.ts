// The API page in a real browser: reading, signing in, trying a call, on a phone and by keyboard. It calls no other server.
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { people } from '../../sandbox/patients/patients.ts';
import { allErrorWords } from '../../src/http/errors/error-words.ts';
import { operations } from '../../src/http/operations/operations.ts';
import { browserProgram, describeWith } from '../support/programs.ts';
import { type Sandbox, startSandbox } from '../support/service/sandbox.ts';

const patience = 120_000;

type Opened = { readonly page: Page; readonly requested: string[]; readonly complaints: string[] };

describeWith(browserProgram, 'the API page', executablePath => {
  let sandbox: Sandbox;
  let browser: Browser;
  /** The page is large: it is opened once for each width. */
  let desktop: Opened;
  let phone: Opened;

  beforeAll(async () => {
    sandbox = await startSandbox();
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    desktop = await open({ width: 1280, height: 900 });
    phone = await open({ width: 390, height: 844 });
  });

  afterAll(async () => {
    await browser?.close();
    sandbox?.close();
  });

  /** Opens `/docs`; collects the URLs that the page requests and the errors that it logs. */
  const open = async (viewport: { width: number; height: number }): Promise<Opened> => {
    const page = await (await browser.newContext({ viewport })).newPage();
    const requested: string[] = [];
    const complaints: string[] = [];
    page.on('request', request => requested.push(request.url()));
    page.on('console', message => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', error => complaints.push(error.message));
    await page.goto(`${sandbox.service}/docs`, { waitUntil: 'domcontentloaded' });
    await page.getByRole('heading', { name: 'First call' }).waitFor({ timeout: patience });
    return { page, requested, complaints };
  };

  test('shows the guide and the ten operations, and calls no server but the service', async () => {
    const { page, requested, complaints } = desktop;
    for (const name of [
      'Get a key',
      'Get a token',
      'Acting for someone',
      'Intervals',
      'Errors',
      'Rate limit',
    ]) {
      expect(await page.getByRole('heading', { name }).count(), name).toBeGreaterThan(0);
    }
    const text = await page.locator('body').innerText();
    for (const title of ['1. Register payment', '5. Patient information (v2)', '10. Journal notes'])
      expect(text).toContain(title);
    const others = requested.filter(url => !url.startsWith(sandbox.service) && !/^(data|blob):/.test(url));
    expect(others).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('fits the width of a phone', async () => {
    const { page } = phone;
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    // A number is one word: one line box.
    const code = page.getByRole('cell', { name: '195203182380', exact: true });
    expect(await code.count()).toBe(1);
    const lines = await code.evaluate(cell => {
      const text = cell.ownerDocument.createRange();
      text.selectNodeContents(cell.querySelector('code')?.firstChild ?? cell);
      return text.getClientRects().length;
    });
    expect(lines).toBe(1);
  });

  test('shows the address and the authentication of a request in full on a phone', async () => {
    const { page } = phone;
    const tryIt = page.getByRole('button', { name: /Test Request/ });
    await expect
      .poll(
        async () => {
          await page.mouse.wheel(0, 2500);
          return tryIt.count();
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0);
    await tryIt.last().click();
    const heading = page.locator('.scalar-client h2', { hasText: 'Authentication' }).last();
    await heading.waitFor();
    // Nothing hides its end.
    expect(
      await heading.evaluate(
        ({ parentElement, scrollWidth }) => scrollWidth <= (parentElement?.clientWidth ?? 0),
      ),
    ).toBe(true);
    expect(await page.getByRole('button', { name: 'Show sidebar' }).isVisible()).toBe(false);
  });

  test('has an address for each error word, which leads to what it means', async () => {
    const { page } = desktop;
    for (const word of allErrorWords)
      expect(await page.getByRole('heading', { name: word, exact: true }).count(), word).toBe(1);
    const linked = await page.context().newPage();
    onTestFinished(() => linked.close());
    await linked.goto(`${sandbox.service}/docs/#description/client-mismatch`, {
      waitUntil: 'domcontentloaded',
    });
    const heading = linked.getByRole('heading', { name: 'client-mismatch', exact: true });
    const top = () => heading.evaluate(one => one.getBoundingClientRect().top);
    await heading.waitFor({ timeout: patience });
    // It is scrolled to the upper part of the window.
    await expect.poll(async () => Math.abs((await top()) - 100), { timeout: 20_000 }).toBeLessThan(300);
  });

  test('can be used by keyboard', async () => {
    const { page } = desktop;
    const seen = new Set<string>();
    const focused = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText";
    for (let step = 0; step < 25; step++) {
      await page.keyboard.press('Tab');
      seen.add(String(await page.evaluate(focused)).split('\n')[0] ?? '');
    }
    for (const { number, title } of operations)
      expect(
        [...seen].some(text => text.startsWith(`${number}. `)),
        title,
      ).toBe(true);
  });

  /** Signs in as Tolvan in the window that the page opens. */
  const signIn = async (page: Page) => {
    const [window] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Authorize' }).first().click(),
    ]);
    // The window may close before Playwright sees the click succeed.
    const closed = window.waitForEvent('close', { timeout: patience });
    await window.getByRole('button', { name: people.tolvan.number }).click();
    await closed;
  };

  test('signs in by authorization code with PKCE, and calls an operation', async () => {
    const { page } = desktop;
    const answers: { url: string; status: number; body: string }[] = [];
    page.on('response', async response => {
      if (!response.url().includes('/patients/attentionsignals/')) return;
      answers.push({ url: response.url(), status: response.status(), body: await response.text() });
    });
    // The sandbox fills in the client's id and the key.
    await signIn(page);
    await page
      .getByRole('link', { name: /7\. Attention signals/ })
      .first()
      .click();
    await page.getByRole('button', { name: /Test Request[\s\S]*attentionsignals/ }).click();
    await page.getByRole('button', { name: /Send/ }).first().click();
    await expect.poll(() => answers.at(0)?.status, { timeout: 20_000 }).toBe(200);
    expect(answers[0]?.body).toContain('AttentionSignalEHRExtract');
  });
});
