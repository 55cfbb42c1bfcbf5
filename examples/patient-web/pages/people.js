// Whose record: the people for whom the user may act, and what the record says of the one who is shown.
import { button, el, facts, inSwedish } from '../dom.js';
import { refusal } from '../errors.js';
import { labelsOf } from '../people.js';
import { reads } from '../reads.js';
import { everything } from '../record.js';
import { leftOutNote, panel } from '../rows.js';
import { readable } from '../time.js';
import { w } from '../words/words.js';

const patientOf = ({ PatientEHRExtract: [extract] = [] }) => extract?.Patient ?? {};

/** Everything about a person. */
export const personDetails = record => {
  const patient = patientOf(record);
  const {
    PatientGivenName: given = [],
    PatientMiddleName: middle,
    PatientFamilyName: family,
  } = patient.PatientName ?? {};
  return [
    panel(
      el(
        'p',
        {},
        inSwedish([...given.map(({ value }) => value), middle, family].filter(Boolean).join(' ')) ??
          w().people.ownName,
      ),
      facts([[w().people.birthDate, readable(patient.PatientBirthDate?.value)]]),
    ),
    everything(record),
  ];
};

/** A person to choose. The name, and whether one may, is known when one is chosen. */
const choice = ({ label, isShown, choose, context }) => {
  const words = w().people;
  const said = el('div', {});
  const trigger = button(label, {
    class: 'wide choice',
    ...(isShown ? { 'aria-current': 'true' } : {}),
    onClick: async () => {
      said.replaceChildren(el('p', { class: 'quiet', role: 'status' }, w().loading));
      try {
        await choose();
      } catch (error) {
        said.replaceChildren(refusal(error, context));
      }
    },
  });
  return el('li', {}, trigger, isShown ? el('p', { class: 'quiet' }, words.shownNow) : undefined, said);
};

export const people = {
  open: context => {
    const words = w().people;
    const { others, stranger, patient, choose } = context.people;
    const labels = labelsOf(others);
    const [strangerLabel] = stranger === undefined ? [] : labelsOf([stranger]);
    const known = number => context.people.nameOf(number)?.full;
    const list = el(
      'ul',
      { class: 'people' },
      choice({
        label: known(undefined) === undefined ? words.own : `${words.own} (${known(undefined)})`,
        isShown: patient === undefined,
        choose: () => choose(undefined),
        context,
      }),
      ...others.map((number, index) =>
        choice({
          label: [known(number), labels[index]].filter(Boolean).join(' · '),
          isShown: patient === number,
          choose: () => choose(number, labels[index]),
          context,
        }),
      ),
      stranger === undefined
        ? undefined
        : choice({
            label: words.stranger(strangerLabel),
            isShown: false,
            choose: () => choose(stranger, strangerLabel),
            context,
          }),
    );
    const details =
      context.isOffered(reads.person.operation) &&
      context.part({
        heading: words.details,
        load: () => context.read(reads.person.path),
        draw: ({ json, leftOut }) => [...json.flatMap(personDetails), leftOutNote(leftOut)],
      });
    return {
      title: words.title,
      nodes: [el('p', { class: 'quiet' }, words.actHint), list, details].filter(Boolean),
    };
  },
};
