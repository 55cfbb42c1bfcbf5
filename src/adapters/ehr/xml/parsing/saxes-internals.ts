// The types of the private members of saxes that saxes.ts overrides or uses.
import { type SaxesOptions, SaxesParser } from 'saxes';

/** An open element, as saxes keeps it. It only has attributes if namespaces are read. */
export type Tag = {
  readonly name: string;
  /** The position of the colon in the name, -1 without one. */
  readonly colon: number;
  readonly isSelfClosing: boolean;
  readonly attributes?: object;
  readonly ns?: object;
};

/** The public part of saxes' parser. Its types do not let a subclass declare private members. */
type Public<O extends SaxesOptions> = Pick<SaxesParser<O>, 'on' | 'close' | 'position' | 'fail'>;

/** The private members that are overridden, and those that the overrides read and write. */
type Private = {
  readonly chunk: string;
  readonly tags: Tag[];
  forbiddenState: number;
  /** The position in the chunk. */
  i: number;
  state: number;
  tag: Tag | null;
  topNS: object | null;
  closeTag(): void;
  handleTextInRoot(): void;
  openSelfClosingTag(): void;
  openTag(): void;
  processAttribsPlain(): void;
  pushAttrib(name: string, value: string): void;
  pushAttribPlain(name: string, value: string): void;
  sText(): void;
  /** Null at the end of the document. */
  write(chunk: string | null): void;
};

/** The parser of saxes with these members, as a base class. */
export const Base = SaxesParser as unknown as new <O extends SaxesOptions>(options: O) => Public<O> & Private;
