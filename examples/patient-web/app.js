// The signed-in app: opens the page that the URL names, for the patient who is chosen. A patient's number is never part of a URL.
import { alarmOf } from './alarm.js';
import { answersFor } from './answers.js';
import { client, readRegion } from './api.js';
import { callsPanel } from './calls-panel.js';
import { el } from './dom.js';
import { isOfWholePage, refusal, ServiceError } from './errors.js';
import { watchIdle } from './idle.js';
import { journalOf } from './journal.js';
import { pageOf } from './pages.js';
import { digestOf, labelsOf, readName } from './people.js';
import { reads } from './reads.js';
import { explain, groupHeading } from './rows.js';
import { clearShell, drawBar, drawFoot, drawTabs } from './shell.js';
import { localTime, nextMidnight, readable, readTime } from './time.js';
import { w } from './words/words.js';

/** How long a journal that was loaded is shown before it is read again. */
const journalKeptFor = 5 * 60_000;

/** Where the tab keeps whose record is shown. */
const storedPerson = 'person';

/**
 * Starts the app for somebody who has signed in.
 * @param {{ config: object, token: string, expiresAt: number, others: string[], leave: { signIn: () => void, signOut: () => void },
 *   switchLanguage: () => void }} options `expiresAt`: until when the token is valid, in milliseconds since 1970; `others`: for whom the
 *   user may act; `leave`: what follows the end of the session.
 * @returns `draw` draws everything again, in another language.
 */
export const startApp = async ({ config, token, expiresAt, others, leave, switchLanguage }) => {
  const session = new AbortController();
  const { signal } = session;
  const content = document.getElementById('content');
  const alarm = alarmOf({ signal });
  const panel = callsPanel({ onToggle: () => draw() });
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

  /** Whose record is shown survives a reload of this tab; the number itself is not stored. */
  const rememberWhose = async () => {
    if (patient === undefined) sessionStorage.removeItem(storedPerson);
    else sessionStorage.setItem(storedPerson, await digestOf(patient));
  };
  const remembered = sessionStorage.getItem(storedPerson);
  const digests = remembered === null ? [] : await Promise.all(others.map(digestOf));
  const place = digests.indexOf(remembered);
  if (place >= 0) [patient, label] = [others[place], labelsOf(others)[place]];

  const forgetAnswers = () => {
    answers = answersFor({ call, patient, onKept: panel.addKept });
    store = undefined;
  };
  forgetAnswers();

  let latest = 0;
  /** The paths that were read for the page that is shown. */
  let paths = new Set();
  const read = path => {
    paths.add(path);
    return answers.read(path);
  };
  /** The journal that was loaded. The panel lists its calls once for each page that shows it. */
  const journalStore = () => {
    if (store === undefined || Date.now() - store.since > journalKeptFor) {
      const made = journalOf({
        read,
        hasInterval: hasInterval(reads.notes.operation),
        now: localTime(timeZone),
      });
      store = { since: Date.now(), made };
    } else if (store.shownBy !== latest) {
      for (const one of store.made.state().calls) panel.addKept(one);
    }
    store.shownBy = latest;
    for (const { path } of store.made.state().calls) paths.add(path);
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

  /** Takes the record off the screen. */
  const end = (...nodes) => {
    session.abort();
    clearShell();
    content.removeAttribute('aria-busy');
    content.replaceChildren(...nodes.filter(Boolean));
  };
  const leaving = next => () => {
    end(el('p', {}, w().signIn.wait));
    next();
  };
  const signIn = leaving(leave.signIn);
  const signOut = leaving(() => {
    sessionStorage.removeItem(storedPerson);
    leave.signOut();
  });
  /** What is shown when the session has ended by itself. */
  const endByItself = reason => {
    const expired = new ServiceError({ status: 401, word: 'token-invalid' });
    const title = el('h1', { tabIndex: -1 }, w().signIn.ended);
    end(title, reason && el('p', {}, reason), refusal(expired, { signIn: leave.signIn }));
    document.title = `${w().signIn.ended} – ${w().app}`;
    title.focus();
  };

  const drawBarNow = () => drawBar({ person: person(), canSwitch: others.length > 0, signOut });

  const titled = (title, kind) =>
    [title, kind === title ? undefined : kind, isOwn() ? undefined : person().record, w().app]
      .filter(Boolean)
      .join(' – ');
  const announce = text => {
    document.getElementById('status').textContent = text;
  };

  // Where the user was on each page, for Back.
  const scrolls = new Map();
  let shownHash;
  let shownAt;
  /** The parts of the page that is shown. */
  let parts = [];
  let failures = [];
  let nextChange;

  const dayOf = local => local.slice(0, 8);
  const minuteOf = local => local.slice(0, 12);
  const nowThere = () => localTime(timeZone);

  /** When the oldest answer of the page was read: `09:12`, or with its day if that is not today. */
  const oldestRead = () => {
    const times = [...paths].map(path => answers.readAt(path)).filter(time => time !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  };
  const fetchedAt = () => {
    const time = oldestRead();
    return time === undefined ? undefined : readTime(localTimeOf(time), nowThere());
  };
  /** What a printed page says of itself: whose record it is, of when, and from where. */
  const drawPrintHead = () => {
    const name = names.get(patient);
    const number = name?.number ?? patient;
    const said = [
      name?.full ?? label,
      number && `${w().print.number} ${number}`,
      w().fetched(readable(localTimeOf(oldestRead() ?? Date.now()))),
      `${w().print.source}: ${w().app}, ${new URL(config.service).host}`,
    ];
    content.querySelector('.print-head')?.replaceChildren(said.filter(Boolean).join(' · '));
  };
  const drawFetched = () => {
    const time = fetchedAt();
    const line = content.querySelector('.fetched');
    line?.replaceChildren(time === undefined ? '' : w().fetched(time));
    drawPrintHead();
    const network = document.getElementById('network');
    const isOffline = !navigator.onLine && !signal.aborted;
    network.classList.toggle('offline', isOffline);
    const said = isOffline ? w().offline(time) : '';
    if (network.textContent !== said) network.textContent = said;
  };
  const drawExplained = () => {
    const { first, last } = explain(content);
    for (const place of content.querySelectorAll('.explained')) place.remove();
    if (first.length > 0)
      content.querySelector('.fetched')?.after(el('div', { class: 'explained' }, ...first));
    content.append(el('div', { class: 'explained' }, ...last));
  };

  /** Replaces what is in an element, and gives the focus back to what is there again. */
  const replaced = (body, nodes) => {
    const focused = body.contains(document.activeElement) ? document.activeElement : undefined;
    const key = one => one.getAttribute('href') ?? one.textContent;
    body.replaceChildren(...nodes);
    if (focused === undefined) return;
    [...body.querySelectorAll('a, button, summary')]
      .find(one => key(one) === key(focused))
      ?.focus({ preventScroll: true });
  };

  /** Draws the page again as it is now, without saying that it loads. What a write said stays. */
  const refresh = () => {
    shownAt = nowThere();
    nextChange = undefined;
    if (document.querySelector('dialog, .write [aria-disabled]') !== null) {
      alarm.at('change', Date.now() + 60_000, refresh);
      return;
    }
    const drawAll = async () => {
      await Promise.all(parts.map(one => one.again()));
      if (signal.aborted) return;
      drawFetched();
      drawExplained();
    };
    drawAll().catch(reportError);
  };
  const changesAt = time => {
    if (!(time > Date.now()) || time >= nextChange) return;
    nextChange = time;
    alarm.at('change', time, refresh);
  };
  const watchDay = () =>
    alarm.at('day', nextMidnight(timeZone), () => {
      watchDay();
      forgetAnswers();
      open();
    });
  /** The page is seen again, or has a network again. */
  const wake = () => {
    alarm.ring();
    if (signal.aborted) return;
    const now = nowThere();
    if (dayOf(now) !== dayOf(shownAt)) {
      forgetAnswers();
      open();
    } else if (minuteOf(now) !== minuteOf(shownAt)) refresh();
  };

  /** Opens the page of the URL. An answer that arrives after another page has been opened, or after the session, is ignored. */
  const open = ({ isBack = false, isByItself = false } = {}) => {
    const found = pageOf(location.hash) ?? pageOf('#today');
    latest += 1;
    const mine = latest;
    const isCurrent = () => mine === latest && !signal.aborted;
    const cameFrom = shownHash;
    shownHash = location.hash;
    shownAt = nowThere();
    nextChange = undefined;
    paths = new Set();
    panel.clear();
    drawBarNow();
    drawTabs({ isOffered, place: found.place });
    announce(w().loading);
    const heading = el('h1', { tabIndex: -1 });
    const setTitle = title => {
      if (!isCurrent()) return;
      heading.replaceChildren(title);
      document.title = titled(heading.textContent, found.parameters.length > 0 ? page.title : undefined);
    };
    const retryByItself = isByItself ? undefined : () => open({ isByItself: true });
    const failed = error => refusal(error, { signIn, retry: open, retryByItself });
    const showWhole = error => {
      if (error.word === 'token-invalid') endByItself();
      else content.replaceChildren(heading, failed(error));
    };
    parts = [];
    failures = [];

    /**
     * A part of the page, whose records arrive later. A failure of it leaves the other parts. `isVital`: without it, somebody may come
     * to harm.
     */
    const part = ({ heading: text, load, draw, isVital }) => {
      const title = text === undefined ? undefined : groupHeading(text);
      const body = el('div', {}, el('p', { class: 'quiet' }, w().loading));
      const section = el('section', { 'aria-busy': 'true' }, title, body);
      const setHeading = changed => title?.replaceChildren(changed);
      const drawn = answer => draw(answer, setHeading).filter(node => node !== undefined && node !== false);
      const arrive = async (isAgain = false) => {
        try {
          const answer = await load();
          if (!isCurrent()) return;
          body.replaceChildren(...drawn(answer));
        } catch (error) {
          if (!isCurrent()) return;
          failures.push(error);
          if (isOfWholePage(error)) return showWhole(error);
          const reload = isRepeated => () => {
            body.replaceChildren(el('p', { class: 'quiet' }, w().loading));
            arrive(isRepeated)
              .then(() => isCurrent() && drawFetched())
              .catch(reportError);
          };
          body.replaceChildren(
            refusal(error, {
              signIn,
              isVital,
              retry: reload(false),
              retryByItself: isAgain ? undefined : reload(true),
            }),
          );
        }
        section.removeAttribute('aria-busy');
      };
      /** What is shown stays if it cannot be read again. */
      const again = async () => {
        const answer = await load().catch(error => {
          if (error.word === 'token-invalid' && isCurrent()) endByItself();
        });
        if (answer === undefined || !isCurrent() || body.querySelector('.outcome') !== null) return;
        replaced(body, drawn(answer));
      };
      parts.push({ arrive, again });
      return section;
    };

    const context = {
      call,
      read,
      forget: answers.forget,
      isOffered,
      hasInterval,
      timeZone,
      localTimeOf,
      get now() {
        return nowThere();
      },
      changesAt: time => isCurrent() && changesAt(time),
      patient,
      person: person(),
      journal: journalStore,
      signIn,
      announce: text => isCurrent() && announce(text),
      setTitle,
      part,
      /** After more was read for the page. */
      drawn: () => {
        if (!isCurrent()) return;
        drawFetched();
        drawExplained();
      },
      people: {
        others,
        stranger: panel.isOpen() ? config.stranger : undefined,
        patient,
        nameOf: number => names.get(number),
        choose: choosePerson,
      },
    };
    const page = found.page.open(context, ...found.parameters);
    setTitle(page.title);
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
    const fetched = el('p', { class: 'quiet fetched' });
    const printHead = el('p', { class: 'print-head' });
    content.replaceChildren(...[back, whose, heading, fetched, printHead, ...page.nodes].filter(Boolean));
    content.setAttribute('aria-busy', 'true');
    content.dataset.view = location.hash;
    if (cameFrom !== undefined && cameFrom !== location.hash && !isBack) {
      window.scrollTo(0, 0);
      heading.focus({ preventScroll: true });
    }
    const finish = async () => {
      await Promise.all(parts.map(({ arrive }) => arrive(isByItself)));
      if (!isCurrent()) return;
      content.removeAttribute('aria-busy');
      const [failure] = failures;
      // What is the same for each part is said once.
      const isWhole = failures.length > 1 && failures.length === parts.length;
      if (isWhole && failures.every(({ word, reason }) => word === failure.word && reason === failure.reason))
        content.replaceChildren(
          heading,
          refusal(failure, { signIn, retry: open, retryByItself, isVital: true }),
        );
      drawFetched();
      drawExplained();
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
    rememberWhose().catch(reportError);
    forgetAnswers();
    scrolls.clear();
    if (location.hash === '#today') open();
    else location.hash = '#today';
  };

  const draw = () => {
    panel.draw();
    drawFoot({ switchLanguage, developers: panel.toggle() });
    open();
  };

  history.scrollRestoration = 'manual';
  const on = (target, name, act) => target.addEventListener(name, act, { signal, passive: true });
  on(window, 'scroll', () => scrolls.set(shownHash, window.scrollY));
  on(document, 'visibilitychange', () => document.visibilityState === 'visible' && wake());
  on(window, 'offline', drawFetched);
  on(window, 'online', () => {
    drawFetched();
    answers.forget('');
    if (failures.length > 0) open();
    else refresh();
  });
  on(window, 'hashchange', () => {
    // An entry of the history that was there before has a mark.
    const isBack = history.state?.isVisited === true;
    history.replaceState({ isVisited: true }, '');
    open({ isBack });
  });
  alarm.at('end', expiresAt, () => endByItself());
  watchIdle({ alarm, on, end: () => endByItself(w().idle.ended) });
  watchDay();
  if (pageOf(location.hash) === undefined) history.replaceState({ isVisited: true }, '', '#today');
  else history.replaceState({ isVisited: true }, '');
  document.body.classList.add('signed-in');
  draw();
  try {
    for (const number of new Set([patient, undefined]))
      names.set(number, await readName({ call, patient: number, isOffered }));
    if (signal.aborted) return { draw };
    drawBarNow();
    drawFetched();
  } catch {
    // Not a failure of the app: the pages say why records cannot be read, and the bar says that it is the user's own record.
  }
  return { draw };
};
