// The signed-in app: opens the page that the URL names, for the patient who is chosen. A patient's number is never part of a URL.
import { answersFor } from './answers.js';
import { client, readRegion } from './api.js';
import { callsPanel } from './calls-panel.js';
import { el } from './dom.js';
import { isOfWholePage, refusal } from './errors.js';
import { journalOf } from './journal.js';
import { pageOf } from './pages.js';
import { readName } from './people.js';
import { reads } from './reads.js';
import { groupHeading } from './rows.js';
import { clearShell, drawBar, drawFoot, drawTabs } from './shell.js';
import { localTime } from './time.js';
import { w } from './words/words.js';

/** How long a journal that was loaded is shown before it is read again. */
const journalKeptFor = 5 * 60_000;

/**
 * Starts the app for somebody who has signed in.
 * @param {{ config: object, token: string, others: string[], leave: { signIn: () => void, signOut: () => void },
 *   switchLanguage: () => void }} options `others`: for whom the user may act; `leave`: what follows the end of the session.
 * @returns `draw` draws everything again, in another language.
 */
export const startApp = async ({ config, token, others, leave, switchLanguage }) => {
  const session = new AbortController();
  const { signal } = session;
  const content = document.getElementById('content');
  const panel = callsPanel();
  const region = await readRegion(config.service);
  const { isOffered, hasInterval, timeZone, patience } = region;
  const call = client({ service: config.service, key: config.key, token, patience, onCall: panel.add });
  const localTimeOf = milliseconds => localTime(timeZone, new Date(milliseconds));

  // Whose record is shown: the number, which is undefined for the user's own; and what is known of people's names.
  let patient;
  let label;
  let answers;
  let store;
  const names = new Map();
  const isOwn = () => patient === undefined;

  const forgetAnswers = () => {
    answers = answersFor({ call, patient, onKept: panel.addKept });
    store = undefined;
  };
  forgetAnswers();

  let latest = 0;
  /** The journal that was loaded. The panel lists its calls once for each page that shows it. */
  const journalStore = () => {
    if (store === undefined || Date.now() - store.since > journalKeptFor) {
      const made = journalOf({
        read: answers.read,
        hasInterval: hasInterval(reads.notes.operation),
        now: localTime(timeZone),
      });
      store = { since: Date.now(), made };
    } else if (store.shownBy !== latest) {
      for (const one of store.made.state().calls) panel.addKept(one);
    }
    store.shownBy = latest;
    return store.made;
  };

  /** What whoever is shown is called: the name, or before it is known the year of birth. */
  const person = () => {
    const name = names.get(patient);
    return {
      isOwn: isOwn(),
      name,
      label: name?.full ?? label,
      record: isOwn()
        ? w().people.own
        : name === undefined
          ? w().people.recordOfOther
          : w().people.record(name.short),
    };
  };

  const end = next => () => {
    session.abort();
    clearShell();
    content.replaceChildren(el('p', {}, w().signIn.wait));
    next();
  };
  const signIn = end(leave.signIn);
  const signOut = end(leave.signOut);

  const drawBarNow = () => drawBar({ person: person(), canSwitch: others.length > 0, signOut });

  const titled = title => [title, isOwn() ? undefined : person().record, w().app].filter(Boolean).join(' – ');
  const announce = text => {
    document.getElementById('status').textContent = text;
  };

  // Where the user was on each page, for Back.
  const scrolls = new Map();
  let shownHash;

  /** Opens the page of the URL. An answer that arrives after another page has been opened, or after the session, is ignored. */
  const open = ({ isBack = false } = {}) => {
    const found = pageOf(location.hash) ?? pageOf('#today');
    latest += 1;
    const mine = latest;
    const isCurrent = () => mine === latest && !signal.aborted;
    const cameFrom = shownHash;
    shownHash = location.hash;
    panel.clear();
    drawBarNow();
    drawTabs({ isOffered, place: found.place });
    announce(w().loading);
    const heading = el('h1', { tabIndex: -1 });
    const setTitle = title => {
      if (!isCurrent()) return;
      heading.replaceChildren(title);
      document.title = titled(heading.textContent);
    };
    const pending = [];
    const failures = [];
    const showWhole = error => content.replaceChildren(heading, refusal(error, { signIn, retry: open }));

    /** A part of the page, whose records arrive later. A failure of it leaves the other parts. */
    const part = ({ heading: text, load, draw }) => {
      const title = text === undefined ? undefined : groupHeading(text);
      const body = el('div', {}, el('p', { class: 'quiet' }, w().loading));
      const section = el('section', { 'aria-busy': 'true' }, title, body);
      const setHeading = changed => title?.replaceChildren(changed);
      const arrived = async () => {
        try {
          const answer = await load();
          if (!isCurrent()) return;
          body.replaceChildren(
            ...draw(answer, setHeading).filter(node => node !== undefined && node !== false),
          );
        } catch (error) {
          if (!isCurrent()) return;
          failures.push(error);
          if (isOfWholePage(error)) showWhole(error);
          else body.replaceChildren(refusal(error, { signIn, retry: open }));
        }
        section.removeAttribute('aria-busy');
      };
      pending.push(arrived);
      return section;
    };

    const context = {
      call,
      read: answers.read,
      forget: answers.forget,
      isOffered,
      hasInterval,
      localTimeOf,
      now: localTime(timeZone),
      patient,
      person: person(),
      journal: journalStore,
      signIn,
      announce: text => isCurrent() && announce(text),
      setTitle,
      part,
      people: {
        others,
        stranger: config.stranger,
        patient,
        nameOf: number => names.get(number),
        choose: choosePerson,
      },
    };
    const { title, nodes } = found.page.open(context, ...found.parameters);
    setTitle(title);
    const isDetail = found.parameters.length > 0 || found.isDetail === true;
    const back = isDetail
      ? el(
          'a',
          { href: `#${found.place}`, class: 'back' },
          '‹ ',
          el('span', { class: 'visually-hidden' }, `${w().back} `),
          w().places[found.place],
        )
      : undefined;
    const whose = isOwn() ? undefined : el('p', { class: 'whose' }, person().record);
    content.replaceChildren(...[back, whose, heading, ...nodes].filter(Boolean));
    content.setAttribute('aria-busy', 'true');
    content.dataset.view = location.hash;
    if (cameFrom !== undefined && cameFrom !== location.hash && !isBack) {
      window.scrollTo(0, 0);
      heading.focus({ preventScroll: true });
    }
    const finish = async () => {
      await Promise.all(pending.map(arrived => arrived()));
      if (!isCurrent()) return;
      content.removeAttribute('aria-busy');
      const [failure] = failures;
      // What is the same for each part is said once.
      const isWhole = failures.length > 1 && failures.length === pending.length;
      if (isWhole && failures.every(({ word, reason }) => word === failure.word && reason === failure.reason))
        showWhole(failure);
      announce(failure === undefined ? w().shown(heading.textContent) : w().failedParts(failures.length));
      if (isBack) {
        const left = [...content.querySelectorAll('a')].find(link => link.hash === cameFrom);
        (left ?? heading).focus({ preventScroll: true });
        window.scrollTo(0, scrolls.get(location.hash) ?? 0);
      }
    };
    finish().catch(reportError);
  };

  /** Shows another person's record, if the user may read it. */
  const choosePerson = async (number, calledBefore) => {
    const mine = latest;
    const name = names.get(number) ?? (await readName({ call, patient: number, isOffered }));
    // The user has gone on.
    if (mine !== latest || signal.aborted) return;
    if (name !== undefined) names.set(number, name);
    [patient, label] = [number, calledBefore];
    forgetAnswers();
    scrolls.clear();
    if (location.hash === '#today') open();
    else location.hash = '#today';
  };

  const draw = () => {
    panel.draw();
    drawFoot({ switchLanguage, callsToggle: panel.toggle() });
    open();
  };

  history.scrollRestoration = 'manual';
  window.addEventListener('scroll', () => scrolls.set(shownHash, window.scrollY), { signal, passive: true });
  window.addEventListener(
    'hashchange',
    () => {
      // An entry of the history that was there before has a mark.
      const isBack = history.state?.isVisited === true;
      history.replaceState({ isVisited: true }, '');
      open({ isBack });
    },
    { signal },
  );
  if (pageOf(location.hash) === undefined) history.replaceState({ isVisited: true }, '', '#today');
  else history.replaceState({ isVisited: true }, '');
  document.body.classList.add('signed-in');
  draw();
  try {
    names.set(undefined, await readName({ call, patient: undefined, isOffered }));
    if (!signal.aborted) drawBarNow();
  } catch {
    // Not a failure of the app: the pages say why records cannot be read, and the bar says that it is the user's own record.
  }
  return { draw };
};
