// The example of a patient's web app in a real browser, against a sandbox of its own.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { startSandbox } from './sandbox.ts';

/** Milliseconds for what waits for a browser on a slow machine. */
export const patience = 120_000;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type PageOptions = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'timezoneId'> & {
  readonly language?: 'sv' | 'en';
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
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe);
  return page.evaluate(
    `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`,
  );
};

export const startPatientWeb = async (executablePath: string, words: readonly string[] = []) => {
  const sandbox = await startSandbox(words);
  let browser: Browser;
  try {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  } catch (error) {
    sandbox.close();
    throw error;
  }
  /** What went wrong in the pages that were opened. */
  const complaints: string[] = [];
  /** Pages that were given back, by what cannot be changed of a page. */
  const idle = new Map<string, Page[]>();
  const kinds = new Map<Page, string>();
  const newPage = async (language: string, timezoneId: string) => {
    const context = await browser.newContext({
      timezoneId,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    // A page without an address has no storage.
    if (language !== 'sv')
      await context.addInitScript(`if (origin !== 'null') localStorage.setItem('language', '${language}')`);
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    page.on('pageerror', error => complaints.push(error.message));
    return page;
  };
  /** A page with the app before anybody has signed in. Nothing of another test is in it. */
  const opened = async ({
    language = 'sv',
    timezoneId = 'Europe/Stockholm',
    viewport = { width: 390, height: 844 },
    colorScheme = 'light',
  }: PageOptions = {}) => {
    const kind = `${language} ${timezoneId}`;
    const page = idle.get(kind)?.pop() ?? (await newPage(language, timezoneId));
    kinds.set(page, kind);
    if (viewport !== null) await page.setViewportSize(viewport);
    await page.emulateMedia({ media: null, colorScheme });
    await page.goto(sandbox.webApp);
    return page;
  };
  /** Gives back a page, empty, for a later test: a new one costs the browser three times as much. Not after `page.clock`. */
  const done = async (page: Page) => {
    await page.unrouteAll();
    page.removeAllListeners('request');
    if (!page.url().startsWith(sandbox.webApp)) throw new Error(`another page than the app's: ${page.url()}`);
    await page.evaluate('localStorage.clear(), sessionStorage.clear()');
    await page.goto('about:blank');
    await page.context().clearCookies();
    const kind = kinds.get(page) ?? '';
    idle.set(kind, [...(idle.get(kind) ?? []), page]);
  };
  return {
    sandbox,
    complaints,
    opened,
    done,
    /** The app after the patient with a number has signed in, with its first view shown. */
    signedIn: async (number: string, options?: PageOptions) => {
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
export type PatientWeb = Awaited<ReturnType<typeof startPatientWeb>>;
