// Ends a session in which nobody has touched the page for a while: somebody else may hold the device.
import { ask } from './ask.js';
import { w } from './words/words.js';

const toldBefore = 60_000;
const endsAfter = 15 * toldBefore;

/** @param {{ alarm: object, on: Function, end: () => void }} options `on` listens while the session lasts; `end` ends it. */
export const watchIdle = ({ alarm, on, end }) => {
  let touched = Date.now();
  let dialog;
  const arm = () => alarm.at('idle', touched + endsAfter - toldBefore, tell);
  const tell = () => {
    const left = touched + endsAfter - Date.now();
    if (left <= 0) return end();
    if (left > toldBefore) return arm();
    const choices = [{ label: w().idle.stay, value: 'stay' }];
    dialog = ask({ question: w().idle.question, choices, canCancel: false }).dialog;
    return alarm.at('idle', touched + endsAfter, end);
  };
  const touch = () => {
    touched = Date.now();
    dialog?.close();
    if (dialog !== undefined) arm();
    dialog = undefined;
  };
  for (const name of ['pointerdown', 'keydown', 'wheel', 'touchmove']) on(window, name, touch);
  arm();
};
