// The example of a patient's web app in a real browser, against a sandbox of its own.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { type Sandbox, startSandbox } from './sandbox.ts';

/** Milliseconds for what waits for a browser on a slow machine. */
export const patience = 120_000;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export type PatientWeb = {
  readonly sandbox: Sandbox;
  /** What went wrong in the pages that were opened. */
  readonly complaints: readonly string[];
  /** A page of a context of its own, with the app before anybody has signed in. */
  opened(options?: BrowserContextOptions & { readonly language?: 'sv' | 'en' }): Promise<Page>;
  /** The app after the patient with a number has signed in, with its first view shown. */
  signedIn(number: string, options?: Parameters<PatientWeb['opened']>[0]): Promise<Page>;
  close(): Promise<void>;
};

/** Waits until everything of a view has been read. */
export const shown = async (page: Page): Promise<Locator> => {
  await page.locator('.signed-in main:not([aria-busy])').waitFor({ timeout: patience });
  return page.getByRole('main');
};

/** Opens the view that a fragment names. */
export const view = async (page: Page, hash: string): Promise<Locator> => {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  // The view is busy from the event on, which comes after the change.
  await page.locator(`main[data-view=${JSON.stringify(hash)}]`).waitFor();
  return shown(page);
};

/** The findings of axe in a page, in words. */
export const findingsIn = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe);
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`,
  );
};

export const startPatientWeb = async (
  executablePath: string,
  words: readonly string[] = [],
): Promise<PatientWeb> => {
  const sandbox = await startSandbox(words);
  let browser: Browser;
  try {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  } catch (error) {
    sandbox.close();
    throw error;
  }
  const complaints: string[] = [];
  const opened: PatientWeb['opened'] = async ({ language = 'sv', ...options } = {}) => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      timezoneId: 'Europe/Stockholm',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    if (language !== 'sv') await context.addInitScript(`localStorage.setItem('language', '${language}')`);
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    page.on('pageerror', error => complaints.push(error.message));
    await page.goto(sandbox.webApp);
    return page;
  };
  return {
    sandbox,
    complaints,
    opened,
    signedIn: async (number, options) => {
      const page = await opened(options);
      await page.getByRole('button', { name: /Logga in|Sign in/ }).click();
      await page.getByRole('button', { name: number }).click();
      await shown(page);
      return page;
    },
    close: async () => {
      await browser.close();
      sandbox.close();
    },
  };
};
