// The sign-in page: a list of synthetic patients to sign in as.
import type { Account } from './server.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const html = (text: string) => text.replace(/[&<>"]/g, char => entities[char] ?? char);

const choice = ({ id, name, about, patient }: Account) => `
      <li><button name="account" value="${html(id)}">
        <strong>${html(name)}</strong> <span>${html(patient)}</span><br>${html(about)}
      </button></li>`;

/** HTML without any script. */
export const pickPage = (accounts: readonly Account[], client: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sign in to the sandbox</title>
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
    <h1>Who are you?</h1>
    <p>You sign in to <strong>${html(client)}</strong>. All of these people are invented.</p>
    <form method="post">
      <ul>${accounts.map(choice).join('')}
      </ul>
    </form>
  </body>
</html>
`;
