// The types of saxes' private side, as far as saxes.ts overrides it.
import { type SaxesOptions, SaxesParser } from 'saxes';

/** An open element, as saxes keeps it. Without namespaces, nobody needs its attributes. */
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

/** What is overridden of its private side, and what that reads and writes. */
type Private = {
  readonly chunk: string;
  closedRoot: boolean;
  readonly tags: Tag[];
  forbiddenState: number;
  q: number | null;
  /** The position in the chunk. */
  i: number;
  sawRoot: boolean;
  state: number;
  tag: Tag | null;
  topNS: object | null;
  captureNameChars(): number;
  closeTag(): void;
  handleTextInRoot(): void;
  openSelfClosingTag(): void;
  openTag(): void;
  processAttribsPlain(): void;
  pushAttrib(name: string, value: string): void;
  pushAttribPlain(name: string, value: string): void;
  sAttrib(): void;
  sAttribName(): void;
  sAttribValue(): void;
  sAttribValueClosed(): void;
  sAttribValueQuoted(): void;
  sCloseTag(): void;
  sEntity(): void;
  sOpenTag(): void;
  sOpenTagSlash(): void;
  sOpenWaka(): void;
  sText(): void;
  /** Null at the end of the document. */
  write(chunk: string | null): void;
};

/** The parser of saxes with these members, to be extended. */
export const Base = SaxesParser as unknown as new <O extends SaxesOptions>(options: O) => Public<O> & Private;
