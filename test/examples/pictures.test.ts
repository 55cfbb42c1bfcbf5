// The pictures of the web app in the README. `npm run pictures` takes them from a running sandbox, and writes beside them a hash of
// what they show: the app, and the data of the sandbox's first patient. A change of either makes this test fail until they are taken again.
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { people } from '../../sandbox/patients/patients.ts';
import { listed } from '../support/listed.ts';
import { browserProgram, describeWith } from '../support/programs.ts';
import { shown, startPatientWeb, view } from '../support/service/patient-web.ts';

const root = join(import.meta.dirname, '../..');
const images = join(root, 'docs/images');
const hashFile = join(images, 'patient-web.sha256');
/** The files of the patient whom the pictures show. */
const shownPatient = listed('bookings parts prescriptions signals today tolvan tolvans-drugs video-meetings');
type PictureOf = {
  readonly hash: string;
  readonly size: readonly [width: number, height: number];
  readonly prepare?: (page: Page) => Promise<void>;
};
const isTaking = process.env.PICTURES !== undefined;

/** The hash of the names and contents of the files that the pictures depend on. */
const hashNow = (): string => {
  const hash = createHash('sha256');
  const files = globSync(
    ['examples/patient-web/**/*.{html,css,js}', `sandbox/patients/{${shownPatient.join(',')}}.ts`],
    { cwd: root },
  ).toSorted();
  expect(files.length).toBeGreaterThan(45);
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
};

test.skipIf(isTaking)(
  'the pictures show the app and the patients as they are (`npm run pictures` takes them)',
  () => {
    expect(readFileSync(hashFile, 'utf8').trim()).toBe(hashNow());
  },
);

if (isTaking) {
  describeWith(browserProgram, 'the pictures', executablePath => {
    test('are taken', async () => {
      const web = await startPatientWeb(executablePath);
      onTestFinished(() => web.close());
      const take = async (name: string, { hash, size: [width, height], prepare }: PictureOf) => {
        const page = await web.signedIn(people.tolvan.number, {
          viewport: { width, height },
          language: 'en',
        });
        await view(page, hash);
        await prepare?.(page);
        await page.screenshot({ path: join(images, `${name}.png`) });
        await page.context().close();
      };
      const arrive = async (page: Page) => {
        await page.getByRole('button', { name: 'For developers' }).click();
        await shown(page);
        await page.getByRole('button', { name: 'I have arrived' }).click();
        await page.locator('.outcome').waitFor();
        await page.locator('.call code').getByText(/^PUT/).waitFor();
        await page.evaluate('scrollTo(0, 0)');
      };
      await take('patient-web', { hash: '#today', size: [1280, 860], prepare: arrive });
      await take('patient-web-phone', { hash: '#health/measurement/blood-pressure', size: [390, 780] });
      expect(web.complaints).toEqual([]);
      writeFileSync(hashFile, `${hashNow()}\n`);
    });
  });
}
