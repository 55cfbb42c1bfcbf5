// What is around every page: the bar that says whose record it is, the tabs of the places, and the foot.
import { button, el } from './dom.js';
import { initialsOf } from './people.js';
import { reads } from './reads.js';
import { quiet } from './rows.js';
import { icon } from './svg.js';
import { otherLanguage, w } from './words/words.js';

const byId = id => document.getElementById(id);

/** The four places, and the reads of which one must be offered for a place to be there. */
const places = {
  today: [],
  visits: [reads.visits, reads.meetings, reads.contacts],
  health: [reads.warnings, reads.medications, reads.notes],
  journal: [reads.notes],
};

/** The tabs of the places. */
export const drawTabs = ({ isOffered, place }) => {
  const nav = byId('places');
  nav.setAttribute('aria-label', w().placesLabel);
  const links = Object.entries(places)
    .filter(([, of]) => of.length === 0 || of.some(({ operation }) => isOffered(operation)))
    .map(([name]) =>
      el(
        'a',
        { href: `#${name}`, ...(name === place ? { 'aria-current': 'page' } : {}) },
        icon(name),
        el('span', {}, w().places[name]),
      ),
    );
  nav.replaceChildren(...links);
};

/**
 * The bar. While the user acts for somebody, the whole app has another colour.
 * @param {{ person: { isOwn: boolean, name?: object, label?: string, record: string }, canSwitch: boolean, signOut: () => void }} options
 */
export const drawBar = ({ person: { isOwn, name, label, record }, canSwitch, signOut }) => {
  document.body.classList.toggle('acting', !isOwn);
  byId('bar').replaceChildren(
    el(
      'a',
      { href: '#people', class: 'who' },
      el('span', { class: 'avatar', 'aria-hidden': 'true' }, initialsOf(name)),
      el('span', {}, el('b', {}, name?.called ?? label ?? w().people.ownName), quiet(record)),
    ),
    ...(canSwitch ? [el('a', { href: '#people', class: 'button plain' }, w().people.switch)] : []),
    button(w().signIn.out, { class: 'plain', onClick: signOut }),
  );
};

/** The foot: the other language, and what else a page offers there. */
export const drawFoot = ({ switchLanguage, developers }) => {
  const other = otherLanguage();
  byId('foot').replaceChildren(
    ...[
      button(other.name, { class: 'plain', lang: other.code, id: 'language', onClick: switchLanguage }),
      developers,
      el('p', { class: 'quiet' }, w().about),
    ].filter(node => node !== undefined),
  );
};

/** Leaves nothing of the patient around the page. */
export const clearShell = () => {
  for (const id of ['bar', 'places', 'calls', 'foot', 'network']) byId(id).replaceChildren();
  document.body.classList.remove('signed-in', 'acting');
  for (const dialog of document.querySelectorAll('dialog')) dialog.remove();
};
