// Medications: rows with the whole text of the dosage or none of it, and a page for each.
import { dotted, el, facts, inSwedish } from '../dom.js';
import { reads } from '../reads.js';
import { everything } from '../record.js';
import { beginsWithDays, dosageLines, dosageText, joined, weeklyDoses } from '../records/dosage.js';
import { keyed } from '../records/keys.js';
import {
  changeAhead,
  drugOf,
  inGroups,
  pluginsOf,
  prescriptionOf,
  standingOf,
} from '../records/medications.js';
import { leftOutNote, linkRow, listOf, nothingRow, pill, quiet, row } from '../rows.js';
import { weekDots } from '../svg.js';
import { readable, readableDay } from '../time.js';
import { w } from '../words/words.js';
import { recordPage } from './record-page.js';

const hrefOfEarlier = '#health/earlier-medications';
const hrefOf = key => `#health/medication/${encodeURIComponent(key)}`;

const idOfPrescription = record => prescriptionOf(record).rc_id?.extension;
const keyedMedications = json => keyed(json, idOfPrescription);

const nameOf = prescription => {
  const { name } = drugOf(prescription);
  return inSwedish(name) ?? w().medication.unnamed;
};

const besideName = prescription => {
  const { substance, strength } = drugOf(prescription);
  return inSwedish([substance, strength].filter(Boolean).join(' · '));
};

/** Parts of a line, those of the record in its language. */
const lineOf = parts =>
  parts.flatMap(({ isRecord, text }, index) => [
    ...(index === 0 || text.startsWith(',') ? [] : [' ']),
    isRecord ? el('span', { lang: 'sv' }, text) : text,
  ]);

/** Route and site. */
const routeOf = ({ RouteDetail: route = {}, MedicationAdministrationMethod: method }) =>
  dotted(
    inSwedish(route.name ?? route.abbreviation ?? method),
    inSwedish(route.location),
    inSwedish(route.byWith),
  );

const textOf = prescription =>
  dosageText(pluginsOf(prescription), prescription.PrescriptionDosages?.WhenNeeded === true);

/** How the drug is taken, a line each, with route and site. */
const dosageOf = prescription =>
  [
    ...textOf(prescription).map(line => el(beginsWithDays(line) ? 'b' : 'span', {}, ...lineOf(line))),
    routeOf(prescription),
  ].filter(Boolean);

/** A row has every line of a dosage: a part of it would read as the whole. A printed one has all. */
const linesInRow = 3;
const dosageInRow = prescription => {
  const lines = dosageOf(prescription);
  if (textOf(prescription).length <= linesInRow) return lines;
  return [
    el('span', { class: 'not-print' }, w().medication.seeDosage),
    ...lines.map(line => el('span', { class: 'for-print' }, line)),
  ];
};

const pills = { paused: 'caution', planned: '' };
const pillOf = standing =>
  Object.hasOwn(pills, standing) ? pill(w().medication[standing], pills[standing]) : undefined;

/** What is to happen, or has: in grey below the dosage. */
const timing = (prescription, now) => {
  const words = w().medication;
  const ahead = changeAhead(prescription, now);
  const start = prescription.PrescriptionStartDateTime?.value;
  if (ahead !== undefined) return words[ahead.change](readableDay(ahead.time));
  return start > now ? words.willStart(readableDay(start)) : undefined;
};

const medicationRow = ({ key, prescription, standing }, now) => {
  const when = timing(prescription, now);
  return row(
    {
      href: hrefOf(key),
      title: nameOf(prescription),
      beside: besideName(prescription),
      pill: pillOf(standing),
      kind: standing === 'paused' ? 'paused' : '',
    },
    ...dosageInRow(prescription),
    when && quiet(when),
  );
};

/**
 * The medications in use, as rows; with a row that leads to the earlier ones.
 * @returns their number, and the nodes.
 */
export const currentMedications = ({ json, leftOut }, { now }) => {
  const { current, earlier } = inGroups(keyedMedications(json), now);
  const words = w().health;
  const items = current.map(one => medicationRow(one, now));
  const toEarlier = earlier.length > 0 ? [linkRow(hrefOfEarlier, words.earlierCount(earlier.length))] : [];
  // A list that has only the earlier ones must say that there is no current one, too.
  const none =
    items.length === 0
      ? [nothingRow(leftOutNote(leftOut) === undefined ? words.noneCurrent : w().leftOut.nothing)]
      : [];
  return {
    count: current.length,
    nodes: listOf({ items: [...none, ...items, ...toEarlier], none: words.noneCurrent, leftOut }),
  };
};

/** The doses of a week, each with its numbers as text. */
const weekOf = prescription => {
  const weeks = weeklyDoses(pluginsOf(prescription));
  if (weeks === undefined) return [];
  const { weekChart } = w().medication;
  const { weekdaysShort, weekdays, inWeek } = w().dosage;
  return weeks.map((doses, index) => {
    const said = doses
      .flatMap((dose, day) => (dose === undefined ? [] : [`${weekdays[day]} ${dose}`]))
      .join(', ');
    const which = weeks.length > 1 ? `, ${inWeek(index + 1, weeks.length)}` : '';
    return weekDots({ label: `${weekChart}${which}: ${said}`, days: weekdaysShort, doses });
  });
};

/** Everything about a medication, for its own page. */
export const medicationDetails = (record, { now }) => {
  const words = w().medication;
  const { fields } = words;
  const prescription = prescriptionOf(record);
  const standing = standingOf(prescription, now);
  const { substance, strength } = drugOf(prescription);
  const product = prescription.MainProductTreatment;
  const route = prescription.RouteDetail ?? {};
  const isReplaced = prescription.ReplacedByLatest === true;
  const plugins = pluginsOf(prescription);
  const text = textOf(prescription).map(joined);
  // What the text says is not said again, in other words either.
  const isSaid = (line, { IX3Dosage: ix3 }) =>
    text.includes(joined(line)) || (ix3 !== undefined && text.some(one => one.includes(line.at(-1).text)));
  const lines = plugins.flatMap(plugin => dosageLines(plugin).filter(line => !isSaid(line, plugin)));
  const instruction = prescription.PrescriptionPatientInstruction;
  return [
    el(
      'section',
      { class: 'panel' },
      el('h2', { class: 'group' }, words.dose),
      ...dosageOf(prescription).map(line => el('p', { class: 'lead' }, line)),
      standing === 'current'
        ? undefined
        : el('p', { class: 'banner caution' }, isReplaced ? words.replaced : words[standing]),
      ...weekOf(prescription),
      ...(lines.length === 0
        ? []
        : [
            plugins.every(({ IX3Dosage: ix3 }) => ix3 !== undefined) ? undefined : el('h3', {}, words.doses),
            el('ul', { class: 'doses' }, ...lines.map(line => el('li', {}, ...lineOf(line)))),
          ]),
    ),
    el(
      'section',
      { class: 'panel' },
      facts([
        [fields.substance, inSwedish(substance)],
        [fields.strength, inSwedish(strength)],
        [fields.form, inSwedish(product?.PrescriptionProductDrugFormTextSv)],
        [fields.route, inSwedish(route.name, prescription.MedicationAdministrationMethod, route.byWith)],
        [fields.site, inSwedish(route.location)],
        [fields.whenNeeded, prescription.PrescriptionDosages?.WhenNeeded === true ? w().yes : undefined],
        [fields.for, inSwedish(prescription.PrescriptionReasonText ?? prescription.MedicationIndicationText)],
        [fields.goal, inSwedish(prescription.TreatmentGoal)],
        [fields.instruction, text.includes(instruction?.trim()) ? undefined : inSwedish(instruction)],
        [fields.from, readable(prescription.PrescriptionStartDateTime?.value)],
        [fields.until, readable(prescription.PrescriptionEndDateTime?.value)],
        [fields.ended, readable(prescription.ActualTerminateDate?.value)],
        [
          standing === 'paused' ? fields.whyPaused : fields.whyEnded,
          inSwedish(prescription.PrescriptionCancelComment),
        ],
        [fields.followUp, readable(prescription.FollowUpDateTime?.value)],
        [fields.state, timing(prescription, now)],
      ]),
    ),
    everything(record),
  ];
};

export const medication = recordPage({
  kindOf: () => w().medication.title,
  path: reads.medications.path,
  byKey: keyedMedications,
  nameOf: record => nameOf(prescriptionOf(record)),
  details: medicationDetails,
  isVital: true,
});

export const earlierMedications = {
  open: context => {
    const words = w().health;
    const body = context.part({
      isVital: true,
      load: () => context.read(reads.medications.path),
      draw: ({ json, leftOut }) => {
        const { earlier } = inGroups(keyedMedications(json), context.now);
        return listOf({
          items: earlier.map(one => medicationRow(one, context.now)),
          none: words.noneEarlier,
          leftOut,
        });
      },
    });
    return { title: words.earlier, nodes: [body] };
  },
};
