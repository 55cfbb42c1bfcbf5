// Starts the app: signs in, and keeps the language that the user has chosen.
import { startApp } from './app.js';
import { button, el } from './dom.js';
import { refusal } from './errors.js';
import { drawFoot } from './shell.js';
import { othersIn, signedIn, signIn, signOut } from './sign-in.js';
import { otherLanguage, useLanguage, w } from './words/words.js';

const byId = id => document.getElementById(id);
const content = byId('content');

/** Draws what is shown, again: in another language. */
let drawAgain = () => undefined;

const drawShell = () => {
  document.documentElement.lang = w().code;
  document.querySelector('.skip').textContent = w().skip;
};

const switchLanguage = () => {
  localStorage.setItem('language', otherLanguage().code);
  useLanguage(otherLanguage().code);
  drawShell();
  drawAgain();
  // The button was replaced by one in the other language.
  byId('language')?.focus();
};

/** @param {() => Node[]} notice what to say first, such as why the last sign-in failed. */
const welcome = (config, notice = () => []) => {
  const words = w().signIn;
  document.title = `${words.title} – ${w().app}`;
  content.replaceChildren(
    ...notice(),
    el('h1', { tabIndex: -1 }, words.welcome),
    el('p', {}, words.about),
    button(words.button, {
      class: 'primary',
      onClick: () => signIn(config).catch(error => welcome(config, () => [refusal(error)])),
    }),
  );
  drawFoot({ switchLanguage });
  drawAgain = () => welcome(config, notice);
};

const start = async config => {
  const failed = error => welcome(config, () => [refusal(error)]);
  let session;
  try {
    session = await signedIn(config);
  } catch (error) {
    return failed(error);
  }
  if (session === undefined) return welcome(config);
  const leave = next => () => next(config).catch(failed);
  const { draw } = await startApp({
    config,
    ...session,
    others: othersIn(session.token),
    leave: { signIn: leave(signIn), signOut: leave(signOut) },
    switchLanguage,
  });
  drawAgain = draw;
};

// The link would replace the URL of the page.
document.querySelector('.skip').addEventListener('click', event => {
  event.preventDefault();
  content.focus();
});
// What sticks below the bar needs its height, which the length of the name and the size of the text decide.
const bar = byId('bar');
new ResizeObserver(() => {
  document.documentElement.style.setProperty('--bar', `${bar.offsetHeight}px`);
}).observe(bar);
// A page that the browser kept for its Back button may be that of a user who has signed out since.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

useLanguage(localStorage.getItem('language'));
drawShell();
try {
  await start(await (await fetch('config.json')).json());
} catch (error) {
  document.title = `${w().error} – ${w().app}`;
  content.replaceChildren(refusal(error));
}
