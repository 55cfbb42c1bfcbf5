// Ends a session in which nobody has touched the page for a while: somebody else may hold the device.
import { ask } from './ask.js';
import { w } from './words/words.js';

const minute = 60_000;
const endsAfter = 15 * minute;
const toldBefore = minute;

/**
 * @param {{ alarm: object, signal: AbortSignal, end: () => void }} options `end` ends the session.
 */
export const watchIdle = ({ alarm, signal, end }) => {
  let touched = Date.now();
  let dialog;
  const arm = () => alarm.at('idle', touched + endsAfter - toldBefore, tell);
  const touch = () => {
    touched = Date.now();
    if (dialog === undefined) return;
    dialog.close();
    dialog = undefined;
    arm();
  };
  const tell = () => {
    const left = touched + endsAfter - Date.now();
    if (left <= 0) return end();
    if (left > toldBefore) return arm();
    dialog = ask({
      question: w().idle.question,
      choices: [{ label: w().idle.stay, value: 'stay' }],
      canCancel: false,
    }).dialog;
    alarm.at('idle', touched + endsAfter, end);
    return undefined;
  };
  for (const name of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    window.addEventListener(name, touch, { signal, passive: true, capture: true });
  arm();
};
