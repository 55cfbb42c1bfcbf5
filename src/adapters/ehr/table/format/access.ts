// Whose a record is, and who may see it, in system.json: owners, marks and protected identities.
import { type Static, Type } from 'typebox';
import { Conditions, closedObject, fileName, path, presence, scalar, timeOption, Words } from './values.ts';

const { Optional } = Type;

const isId = Optional(
  Type.Literal('id', { description: '"id": the EHR names the id that the lookup found' }),
);

const form = Optional(
  Type.Union([Type.Literal('10'), Type.Literal('6-4')], {
    description: '"10" or "6-4": the EHR names the patient by ten digits, with or without a sign',
  }),
);
const born = path('the path of the date of birth beside the number, which tells whose ten digits they are');

const century = closedObject({
  century: path('the path of the century, 19 or 20'),
  digits: path('the path of the six digits after it, which more may follow'),
});

/** How a lookup writes ten digits of a number, and what tells whose they are. */
export const lookupNumberForm = { form, born: Optional(Type.Union([born, century])) };

/** How the EHR writes ten digits of a number, and what tells whose they are: beside them, or in what the lookup found. */
const numberForm = {
  form,
  born: Optional(
    Type.Union([born, century, closedObject({ lookup: born })], {
      description:
        'a path, { "century": path, "digits": path }, or { "lookup": path }: where the date of birth stands beside the number, or in the record that the lookup finds',
    }),
  ),
};
const absent = Optional(
  Type.Literal('answer', { description: '"answer": a record that names nobody is the answer’s' }),
);

const RecordAndAnswer = closedObject({ record: path(), answer: path(), is: isId, absent, ...numberForm });

/** Where an answer or a record names its patient. */
export const OwnerRow = Type.Union(
  [
    closedObject({ record: path(), is: isId, ...numberForm }),
    closedObject({ answer: path(), is: isId, ...numberForm }),
    RecordAndAnswer,
  ],
  {
    description:
      '{ "record": path } or { "answer": path }: where each record, or the answer, names its patient; "is": "id" beside it if that is the id of the lookup',
  },
);
export type OwnerRow = Partial<Static<typeof RecordAndAnswer>>;

const markMembers = {
  from: path(),
  absent: Optional(Type.Literal('shown', { description: '"shown": a record without the mark is shown' })),
  when: Optional(Conditions),
};

/** A mark of a record that decides whether a patient may see it. */
const WordMark = closedObject({
  ...markMembers,
  shown: Type.Union([Type.Array(scalar), presence], {
    description: 'the words with which a record is shown; or "present" or "absent"',
  }),
  hidden: Optional(Type.Array(scalar, { description: 'the words with which it is not shown' })),
});

/** A time until which a record is not shown. */
const ClockMark = closedObject({
  ...markMembers,
  until: Type.Literal('now', {
    description: '"now": the record is shown when the time at the path has come',
  }),
  time: timeOption,
});

const Mark = Type.Union([WordMark, ClockMark], {
  description: '{ "from": path, "shown": [words], "hidden": [words] }, or { "from": path, "until": "now" }',
});
export type Mark = Static<typeof Mark>;

/** What lets a record be shown. */
export const Visible = Type.Union([Type.Literal('all'), Mark, Type.Array(Mark, { minItems: 1 })], {
  description:
    '"all", or the mark that lets a record be shown: { "from": path, "shown": [words], "hidden": [words] }, or a list of marks',
});

/** Which items of a list are records of the kind, where it has those of other kinds too. */
export const Only = closedObject(
  {
    from: path(),
    words: Type.Union([Type.Array(scalar, { minItems: 1 }), presence], {
      description: 'the words of the records of this kind; or "present" or "absent"',
    }),
    others: Optional(
      Type.Union([Type.Array(scalar, { minItems: 1 }), Type.Literal('any')], {
        description: 'the words of records of other kinds, which are not counted; or "any", for all others',
      }),
    ),
  },
  {
    description:
      '{ "from": path, "words": [words], "others": [words] }: which items of the list are records of this kind',
  },
);

/** Where the EHR says whether the identity is protected (D27). */
export const ProtectionRow = Type.Union(
  [
    Type.Literal('not-said'),
    closedObject({
      from: path(),
      words: Optional(Type.Union([fileName('words'), Words])),
      not: Optional(Type.Boolean({ description: 'true: the opposite of the EHR’s true or false' })),
    }),
  ],
  {
    description:
      '"not-said", or where the EHR says whether the identity is protected: { "from": path, "words": { word: true or false } }',
  },
);
export type ProtectionRow = Static<typeof ProtectionRow>;
