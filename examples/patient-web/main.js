// The app: signs in, lets the user choose a patient and a kind of record, and shows the records or the error. Each view has its
// own URL (`#warnings`), so Back works and a sign-in returns to it. A patient's number is never part of a URL.
import { client, readRegion } from './api.js';
import { callsPanel } from './calls-panel.js';
import { el } from './dom.js';
import { refusal } from './errors.js';
import { leftOutText, localTime } from './format.js';
import { showNames } from './people.js';
import { patientsIn, signedIn, signIn, signOut } from './sign-in.js';
import * as appointments from './views/appointments.js';
import * as contacts from './views/contacts.js';
import * as medications from './views/medications.js';
import * as notes from './views/notes.js';
import * as warnings from './views/warnings.js';

const views = [appointments, warnings, medications, contacts, notes];
const byId = id => document.getElementById(id);
const content = byId('content');
const fragmentOf = ({ title }) => `#${title.toLowerCase()}`;

/** Shows a page of the app under its title. */
const show = (title, ...nodes) => {
  document.title = `${title} – My care`;
  content.replaceChildren(...nodes);
};
const announce = text => {
  byId('status').textContent = text;
};

const asGiven = records => records;
const nothing = () => [];

const cardList = (
  { cards, none, order = asGiven, rest = nothing, shown = Number.POSITIVE_INFINITY },
  { json, leftOut },
  context,
) => {
  const incomplete = leftOutText(leftOut);
  const all = cards(order(json, context).slice(0, shown), context);
  return [
    incomplete === undefined ? undefined : el('p', { class: 'banner left-out' }, incomplete),
    all.length === 0
      ? el('p', {}, incomplete === undefined ? none : 'Nothing can be shown.')
      : el('ul', { class: 'cards' }, ...all),
    json.length > shown ? el('p', { class: 'hint' }, `Showing ${shown} of ${json.length}.`) : undefined,
    ...rest(json),
  ].filter(node => node !== undefined);
};

/** Opens a view. An answer that arrives after another view has been opened, or after the session, is ignored. */
const opener = ({ call, region: { isOffered, timeZone }, signal, signInAgain }) => {
  let latest = 0;
  return async (view, patient) => {
    latest += 1;
    const mine = latest;
    for (const link of byId('nav').children) {
      if (link.hash === fragmentOf(view)) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    const heading = el('h2', {}, view.title);
    show(view.title, heading, el('p', {}, 'Loading…'));
    let nodes;
    // What a screen reader says of the list. A refusal is an alert, which is read out by itself.
    let said = '';
    try {
      const answer = await call(view.path, { patient });
      nodes = cardList(view, answer, { call, patient, isOffered, signInAgain, now: localTime(timeZone) });
      said = `${view.title} are shown.`;
    } catch (error) {
      nodes = [refusal(error, signInAgain)];
    }
    if (mine !== latest || signal.aborted) return;
    show(view.title, heading, ...nodes);
    announce(said);
  };
};

/** @param {Node[]} notice what to say first, such as why the last sign-in failed. */
const welcome = (config, ...notice) => {
  const button = el('button', { type: 'button', class: 'primary' }, 'Sign in');
  button.addEventListener('click', () => signIn(config).catch(error => welcome(config, refusal(error))));
  show(
    'Sign in',
    ...notice,
    el('h2', {}, 'Welcome'),
    el('p', {}, 'Sign in as one of the sandbox’s patients to see their records, mark an arrival and pay.'),
    button,
  );
};

const startApp = async (config, token) => {
  const session = new AbortController();
  const { signal } = session;
  const calls = callsPanel();
  const showMenus = isShown => {
    for (const id of ['nav', 'whose', 'sign-out']) byId(id).hidden = !isShown;
  };
  /** Forgets the token, and leaves nothing of the patient on the page. */
  const end = () => {
    session.abort();
    showMenus(false);
    calls.clear();
    show('Sign out', el('p', {}, 'One moment…'));
  };
  const leave = next => () => {
    end();
    next(config).catch(error => welcome(config, refusal(error)));
  };
  const region = await readRegion(config.service);
  const { isOffered } = region;
  const call = client({ service: config.service, key: config.key, token, onCall: calls.add });
  const open = opener({ call, region, signal, signInAgain: leave(signIn) });
  const offered = views.filter(({ operation }) => isOffered(operation));
  byId('nav').replaceChildren(...offered.map(view => el('a', { href: fragmentOf(view) }, view.title)));
  const subject = byId('subject');
  const { own, others } = patientsIn(token);
  const option = (value, who) => el('option', { value }, who);
  subject.replaceChildren(
    option('', `me (${own})`),
    ...others.map(number => option(number, number)),
    // Demonstrates a refusal.
    option(config.stranger, `a stranger (${config.stranger})`),
  );
  const patient = () => (subject.value === '' ? undefined : subject.value);
  const viewHere = () => offered.find(view => fragmentOf(view) === location.hash);
  const openHere = () => {
    const view = viewHere();
    return view === undefined ? undefined : open(view, patient());
  };
  window.addEventListener('hashchange', openHere, { signal });
  subject.addEventListener('change', openHere, { signal });
  byId('sign-out').addEventListener('click', leave(signOut), { signal });
  showMenus(true);
  if (viewHere() === undefined && offered.length > 0) {
    history.replaceState(undefined, '', fragmentOf(offered[0]));
  }
  await openHere();
  if (isOffered('patient')) await showNames({ call, options: [...subject.options].slice(1, -1) });
};

const start = async config => {
  let token;
  try {
    token = await signedIn(config);
  } catch (error) {
    return welcome(config, refusal(error));
  }
  return token === undefined ? welcome(config) : startApp(config, token);
};

// The link would replace the URL of the view.
document.querySelector('.skip').addEventListener('click', event => {
  event.preventDefault();
  content.focus();
});
// A page that the browser kept for its Back button may be that of a user who has signed out since.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

try {
  await start(await (await fetch('config.json')).json());
} catch (error) {
  show('Error', refusal(error));
}
