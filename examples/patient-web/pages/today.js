// Today: the next visit, life-threatening warnings, medications in use, the latest notes.
import { el, inSwedish } from '../dom.js';
import { reads } from '../reads.js';
import { actionsOf, joining, inGroups as visitsInGroups } from '../records/bookings.js';
import { measurementsIn } from '../records/measurements.js';
import { isImportant, inGroups as warningsInGroups } from '../records/warnings.js';
import { leftOutNote, linkRow, nothingPanel, nothingRow, panel, printButton, rows } from '../rows.js';
import { w } from '../words/words.js';
import { timeline } from './journal.js';
import { drawingOf, lastValue } from './measurements.js';
import { currentMedications } from './medications.js';
import { findVisit, readVisits } from './reading-visits.js';
import { visitCard } from './visit-card.js';
import { isToday, visitRow } from './visit-parts.js';
import { keyedWarnings, warningRow } from './warnings.js';

const latestNotes = 3;

/** Whether there is something to do about a visit now. */
const canAct = (visit, context) => {
  const { canArrive, canPay } = actionsOf(visit, context);
  return canArrive || canPay || (visit.meeting !== undefined && joining(visit.meeting) === 'open');
};

const isOver = ({ meeting }) => meeting !== undefined && joining(meeting) === 'over';

/** The visits of today with what to do about each, or else the next one; and the way to all of them. */
const visitsPart = context => {
  const words = w().today;
  return context.part({
    heading: words.visits,
    load: () => readVisits(context),
    draw: ({ visits, others, leftOut, haveMeetingsFailed, isCertain }, setHeading) => {
      const { upcoming } = visitsInGroups(visits, context.now);
      const today = upcoming.filter(one => isToday(one, context.now));
      // The next one, and those about which there is something to do; the others are rows.
      const open = today.filter(one => !isOver(one));
      const isCard = one => open.includes(one) && (one === open[0] || canAct(one, context));
      const [next] = upcoming.filter(one => !today.includes(one));
      if (today.length === 0) setHeading(words.next);
      const card = one => visitCard(one, context, { find: findVisit(context, one.key) });
      const none = isCertain ? words.noVisits : w().leftOut.nothing;
      const reason = others.ResultCode === 'ERROR' ? inSwedish(others.Comment) : undefined;
      return [
        reason && el('p', { class: 'banner caution' }, reason),
        haveMeetingsFailed ? el('p', { class: 'banner caution' }, w().visits.meetingsFailed) : undefined,
        ...today.map(one => (isCard(one) ? card(one) : rows(visitRow(one)))),
        today.length === 0 && next !== undefined ? card(next) : undefined,
        upcoming.length === 0 ? nothingPanel(none) : undefined,
        leftOutNote(leftOut),
        rows(linkRow('#visits', words.allVisits)),
      ];
    },
  });
};

const warningsPart = context => {
  const words = w().today;
  return context.part({
    heading: words.warnings,
    isVital: true,
    load: () => context.read(reads.warnings.path),
    draw: ({ json, leftOut }) => {
      const { inForce } = warningsInGroups(keyedWarnings(json), context.now);
      const important = inForce.filter(({ signal }) => isImportant(signal));
      const lacking = leftOutNote(leftOut);
      if (json.length === 0 && lacking !== undefined) return [nothingPanel(w().leftOut.nothing), lacking];
      return [
        rows(
          ...important.map(warningRow),
          // An incomplete answer does not say that there is none.
          ...(important.length === 0 && lacking === undefined
            ? [nothingRow(json.length === 0 ? w().health.noWarnings : words.noSevere)]
            : []),
          ...(json.length > important.length ? [linkRow('#health', words.allWarnings(inForce.length))] : []),
        ),
        lacking,
      ];
    },
  });
};

const medicationsPart = context => {
  const words = w().today;
  return context.part({
    heading: words.medicationsHeading,
    isVital: true,
    load: () => context.read(reads.medications.path),
    draw: (answer, setHeading) => {
      const { count, nodes } = currentMedications(answer, context);
      if (count > 0) setHeading(words.medications(count));
      return nodes;
    },
  });
};

const notesPart = context => {
  const words = w().today;
  return context.part({
    heading: words.notes,
    load: () => context.journal().begin(latestNotes),
    draw: state => {
      const latest = state.notes.slice(0, latestNotes);
      const records = state.notes.map(({ record }) => record);
      const [pressure] = measurementsIn(records).filter(({ kind }) => kind === 'blood-pressure');
      const lacking = leftOutNote(state.leftOut);
      const none = lacking === undefined ? w().journal.none : w().leftOut.nothing;
      const all = rows(linkRow('#journal', words.allNotes));
      if (latest.length === 0)
        return [
          nothingPanel(state.untimed.length === 0 && state.isEnd ? none : w().journal.noneLately),
          lacking,
          all,
        ];
      const drawing = pressure && drawingOf(pressure);
      return [
        ...timeline(latest),
        lacking,
        all,
        drawing &&
          el(
            'section',
            { class: 'year' },
            el('h2', { class: 'group' }, w().measurements.bloodPressure),
            panel(
              lastValue(pressure),
              drawing,
              el('p', {}, el('a', { href: '#health/measurement/blood-pressure' }, w().measurements.table)),
            ),
          ),
      ];
    },
  });
};

export const today = {
  open: context => {
    const { isOffered } = context;
    const hasVisits = isOffered(reads.visits.operation) || isOffered(reads.meetings.operation);
    return {
      title: w().today.title,
      nodes: [
        hasVisits && visitsPart(context),
        isOffered(reads.warnings.operation) && warningsPart(context),
        isOffered(reads.medications.operation) && medicationsPart(context),
        isOffered(reads.notes.operation) && notesPart(context),
        printButton(),
      ].filter(Boolean),
    };
  },
};
