// The pages of the authorization server: a list of synthetic patients to sign in as, and a question before the session ends.
import type { Account } from './server.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const html = (text: string) => text.replace(/[&<>"]/g, char => entities[char] ?? char);

export type Language = 'sv' | 'en';

/**
 * The first of the languages asked for that the pages have; Swedish, if there is none.
 * @param uiLocales those that the app asks for, separated by spaces (`ui_locales` of OpenID Connect).
 * @param acceptLanguage those that the browser asks for, in the order in which browsers write them: the preferred ones first.
 */
export const languageOf = (uiLocales: string, acceptLanguage: string): Language => {
  const tags = `${uiLocales} ${acceptLanguage}`.toLowerCase().split(/[\s,;]+/);
  const languages = tags.map(tag => tag.split('-', 1)[0]);
  return languages.find(language => language === 'sv' || language === 'en') ?? 'sv';
};

const choice = ({ id, name, about, patient }: Account, language: Language) => `
      <li><button name="account" value="${html(id)}">
        <strong>${html(name)}</strong> <span>${html(patient)}</span><br>${html(about[language])}
      </button></li>`;

/** HTML without any script. */
const page = (title: string, content: string, language: Language): string => `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <style>
      :root { color-scheme: light dark; }
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 2rem auto; padding: 0 1rem; }
      ul { list-style: none; padding: 0; }
      button { font: inherit; text-align: left; width: 100%; margin: .25rem 0; padding: .75rem 1rem;
        border: 1px solid #767676; border-radius: .5rem; background: Canvas; color: CanvasText; cursor: pointer; }
      button:hover, button:focus-visible { background: light-dark(#eef4ff, #1c2a44); outline: 3px solid #1a56db; }
      span { color: light-dark(#555, #bbb); font-variant-numeric: tabular-nums; }
    </style>
  </head>
  <body>
    <main>
${content}
    </main>
  </body>
</html>
`;

const signInWords = {
  en: {
    title: 'Sign in to the sandbox',
    question: 'Who are you?',
    to: (client: string) => `You sign in to <strong>${client}</strong>. All of these people are invented.`,
    no: 'Do not sign in',
  },
  sv: {
    title: 'Logga in i sandlådan',
    question: 'Vem är du?',
    to: (client: string) => `Du loggar in i <strong>${client}</strong>. Alla personerna är påhittade.`,
    no: 'Logga inte in',
  },
} as const;

/** Asks who signs in. */
export const pickPage = ({
  accounts,
  client,
  language,
}: {
  accounts: readonly Account[];
  client: string;
  language: Language;
}): string => {
  const { title, question, to, no } = signInWords[language];
  return page(
    title,
    `    <h1>${question}</h1>
    <p>${to(html(client))}</p>
    <form method="post">
      <ul>${accounts.map(one => choice(one, language)).join('')}
      </ul>
      <button>${no}</button>
    </form>`,
    language,
  );
};

const signOutWords = {
  en: { title: 'Sign out of the sandbox', question: 'Sign out?', yes: 'Sign out', no: 'Stay signed in' },
  sv: {
    title: 'Logga ut från sandlådan',
    question: 'Logga ut?',
    yes: 'Logga ut',
    no: 'Fortsätt vara inloggad',
  },
};

/**
 * Asks whether to end the session.
 * @param form the empty form that ends the session, of the id `op.logoutForm`.
 */
export const signOutPage = (form: string, language: Language): string => {
  const { title, question, yes, no } = signOutWords[language];
  return page(
    title,
    `    <h1>${question}</h1>
    ${form}
    <button form="op.logoutForm" name="logout" value="yes" autofocus>${yes}</button>
    <button form="op.logoutForm">${no}</button>`,
    language,
  );
};
