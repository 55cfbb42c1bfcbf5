// Requests that tables describe: paths, queries, headers and bodies with placeholders. A placeholder is a whole segment, value or text.
import type { PaymentType } from '../../../domain/records/transition.ts';
import type { NumberForm } from './number-forms.ts';
import type { Steps } from './source-path.ts';

/** A text of a table: itself, or what is put in its place. */
export type Template =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'patient'; readonly form: NumberForm }
  | { readonly kind: 'id' }
  | { readonly kind: 'from' | 'to'; readonly form: string }
  | { readonly kind: 'booking' }
  /** A value of the booking that was read before a write. */
  | { readonly kind: 'bookingValue'; readonly steps: Steps }
  | { readonly kind: 'paymentType'; readonly words: Readonly<Record<PaymentType, string>> };

export type PlaceholderName = Exclude<Template['kind'], 'text' | 'bookingValue'>;

/** A header: a text, or what is put between two texts, such as quotation marks. */
export type HeaderTemplate = { readonly before: string; readonly value: Template; readonly after: string };

/** A tree of names and templates. */
export type BodyTree =
  | Template
  | number
  | boolean
  | readonly BodyTree[]
  | { readonly [name: string]: BodyTree };

export const isTemplate = (tree: BodyTree): tree is Template =>
  typeof tree === 'object' && !Array.isArray(tree) && 'kind' in tree && typeof tree.kind === 'string';

export type RequestTemplate = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH';
  readonly segments: readonly Template[];
  readonly query: ReadonlyMap<string, { readonly value: Template; readonly otherwise: string | undefined }>;
  readonly body: BodyTree | undefined;
  readonly headers: ReadonlyMap<string, HeaderTemplate>;
};
