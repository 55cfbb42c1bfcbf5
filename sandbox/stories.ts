// The stories that the sandbox tells: for each a line that begins with curl and works as it is.
import { people } from './people/everyone.ts';

export type Story = {
  /** What the line shows. */
  readonly shows: string;
  /** Who asks: an account that has signed in, or the partner's client. */
  readonly as: string;
  readonly path: string;
  /** The `patient` header. */
  readonly patient?: string;
  /** What the answer's status is. */
  readonly status: number;
};

const journal = '/patients/journalnotes/';

export const stories: readonly Story[] = [
  { shows: 'Tolvan reads his own journal notes', as: 'tolvan', path: journal, status: 200 },
  {
    shows: 'the same, of 2026 alone',
    as: 'tolvan',
    path: `${journal}?fromDateTime=2026-01-01T00:00:00&toDateTime=2026-12-31T23:59:59`,
    status: 200,
  },
  {
    shows: 'a guardian reads for her child',
    as: 'guardian',
    path: journal,
    patient: people.child.number,
    status: 200,
  },
  {
    shows: 'the guardian is refused for a child with protected identity',
    as: 'guardian',
    path: journal,
    patient: people.protectedChild.number,
    status: 403,
  },
  {
    shows: 'the guardian is refused for a stranger',
    as: 'guardian',
    path: journal,
    patient: people.tolvan.number,
    status: 403,
  },
  {
    shows: 'a partner reads for a patient with a coordination number',
    as: 'partner',
    path: journal,
    patient: people.coordination.number,
    status: 200,
  },
  { shows: 'of whom the EHR holds nothing: an empty list', as: 'empty', path: journal, status: 200 },
  { shows: 'a journal of 2,000 notes (the first of its many bytes)', as: 'long', path: journal, status: 200 },
  {
    shows: 'a time that is none: a 400 that says what is expected',
    as: 'tolvan',
    path: `${journal}?fromDateTime=yesterday`,
    status: 400,
  },
];

export type CurlOf = {
  readonly url: string;
  readonly key: string;
  readonly token: string;
  readonly story: Story;
};

/** One line for a shell. */
export const curl = ({ url, key, token, story }: CurlOf): string =>
  [
    'curl -s -i',
    `-H 'Ocp-Apim-Subscription-Key: ${key}'`,
    ...(story.patient === undefined ? [] : [`-H 'patient: ${story.patient}'`]),
    `-H 'Authorization: Bearer ${token}'`,
    `'${url}${story.path}'`,
  ].join(' ');
