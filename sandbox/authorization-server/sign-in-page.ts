// The pages of the authorization server: a list of synthetic patients to sign in as, and a question before the session ends.
import type { Account } from './server.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const html = (text: string) => text.replace(/[&<>"]/g, char => entities[char] ?? char);

const choice = ({ id, name, about, patient }: Account) => `
      <li><button name="account" value="${html(id)}">
        <strong>${html(name)}</strong> <span>${html(patient)}</span><br>${html(about)}
      </button></li>`;

/** HTML without any script. */
const page = (title: string, content: string, language = 'en'): string => `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <style>
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 2rem auto; padding: 0 1rem; }
      ul { list-style: none; padding: 0; }
      button { font: inherit; text-align: left; width: 100%; margin: .25rem 0; padding: .75rem 1rem;
        border: 1px solid #767676; border-radius: .5rem; background: #fff; cursor: pointer; }
      button:hover, button:focus-visible { background: #eef4ff; outline: 3px solid #1a56db; }
      span { color: #555; font-variant-numeric: tabular-nums; }
    </style>
  </head>
  <body>
${content}
  </body>
</html>
`;

/** Asks who signs in. */
export const pickPage = (accounts: readonly Account[], client: string): string =>
  page(
    'Sign in to the sandbox',
    `    <h1>Who are you?</h1>
    <p>You sign in to <strong>${html(client)}</strong>. All of these people are invented.</p>
    <form method="post">
      <ul>${accounts.map(choice).join('')}
      </ul>
      <button>Do not sign in</button>
    </form>`,
  );

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
 * @param uiLocales the languages that the app prefers, separated by spaces (`ui_locales` of OpenID Connect).
 */
export const signOutPage = (form: string, uiLocales: string): string => {
  const language = /^sv\b/i.test(uiLocales) ? 'sv' : 'en';
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
