// The app: signs in, lets the user choose a patient and a kind of record, and shows the records or the error.
import { client, readOffered } from './api.js';
import { callsPanel } from './calls-panel.js';
import { el } from './dom.js';
import { leftOutText, refusalText } from './format.js';
import { patientsIn, signedIn, signIn, signOut } from './sign-in.js';
import * as appointments from './views/appointments.js';
import * as contacts from './views/contacts.js';
import * as medications from './views/medications.js';
import * as notes from './views/notes.js';
import * as warnings from './views/warnings.js';

const views = [appointments, warnings, medications, contacts, notes];
const byId = id => document.getElementById(id);
const content = byId('content');

const showNodes = (...nodes) => content.replaceChildren(...nodes);
const announce = text => {
  byId('status').textContent = text;
};

const refusal = error =>
  el(
    'div',
    { class: 'banner refusal', role: 'alert' },
    el('p', {}, refusalText(error)),
    error.retryAfter == null ? undefined : el('p', {}, `Try again in ${error.retryAfter} seconds.`),
    error.requestId == null
      ? undefined
      : el('p', { class: 'hint' }, `For support: request id ${error.requestId}`),
  );

const asGiven = records => records;
const nothing = () => [];

const listOf = (
  { cards, none, order = asGiven, rest = nothing, shown = Number.POSITIVE_INFINITY },
  { json, leftOut },
  context,
) => {
  const incomplete = leftOutText(leftOut);
  const all = cards(order(json).slice(0, shown), context);
  return [
    incomplete === undefined ? undefined : el('p', { class: 'banner left-out' }, incomplete),
    all.length === 0
      ? el('p', {}, incomplete === undefined ? none : 'Nothing can be shown.')
      : el('ul', { class: 'cards' }, ...all),
    json.length > shown ? el('p', { class: 'hint' }, `Showing ${shown} of ${json.length}.`) : undefined,
    ...rest(json),
  ].filter(node => node !== undefined);
};

/** Opens a view. An answer that arrives after another view has been opened is ignored. */
const opener = (call, isOffered) => {
  let latest = 0;
  return async (view, patient) => {
    latest += 1;
    const mine = latest;
    for (const button of byId('nav').children) {
      if (button.textContent === view.title) button.setAttribute('aria-current', 'page');
      else button.removeAttribute('aria-current');
    }
    const heading = el('h2', {}, view.title);
    showNodes(heading, el('p', {}, 'Loading…'));
    let nodes;
    // What a screen reader says of the list. A refusal is an alert, which is read out by itself.
    let said = '';
    try {
      nodes = listOf(view, await call(view.path, { patient }), { call, patient, isOffered });
      said = `${view.title} are shown.`;
    } catch (error) {
      nodes = [refusal(error)];
    }
    if (mine !== latest) return;
    showNodes(heading, ...nodes);
    announce(said);
  };
};

const startApp = async (config, token) => {
  const isOffered = await readOffered(config.service);
  const call = client({ service: config.service, key: config.key, token, onCall: callsPanel() });
  const open = opener(call, isOffered);
  const { own, others } = patientsIn(token);
  const subject = byId('subject');
  subject.append(
    el('option', { value: '' }, `me (${own})`),
    ...others.map(number => el('option', { value: number }, `my child ${number}`)),
    // Demonstrates a refusal.
    el('option', { value: config.stranger }, `a stranger (${config.stranger})`),
  );
  const patient = () => (subject.value === '' ? undefined : subject.value);
  const offered = views.filter(({ operation }) => isOffered(operation));
  let [current] = offered;
  const show = view => {
    current = view;
    return open(view, patient());
  };
  for (const view of offered) {
    const button = el('button', { type: 'button' }, view.title);
    button.addEventListener('click', () => show(view));
    byId('nav').append(button);
  }
  subject.addEventListener('change', () => show(current));
  byId('sign-out').addEventListener('click', () => signOut(config).catch(error => showNodes(refusal(error))));
  for (const id of ['nav', 'whose', 'sign-out']) byId(id).hidden = false;
  if (current !== undefined) await show(current);
};

/** @param {Node[]} notice what to say first, such as why the last sign-in failed. */
const welcome = (config, ...notice) => {
  const button = el('button', { type: 'button', class: 'primary' }, 'Sign in');
  button.addEventListener('click', () => signIn(config).catch(error => showNodes(refusal(error))));
  showNodes(
    ...notice,
    el('h2', {}, 'Welcome'),
    el('p', {}, 'Sign in as one of the sandbox’s patients to see their records, mark an arrival and pay.'),
    button,
  );
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

try {
  await start(await (await fetch('config.json')).json());
} catch (error) {
  showNodes(refusal(error));
}
