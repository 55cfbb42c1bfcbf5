// Clinical documents (HL7 CDA, release 2): what their head says of the patient and of secrecy, and the titles and texts of their
// sections. Entries are not read: CDA requires the text of a section to say what they say.
import { isFailure, unusableAnswer } from '../../../../domain/model/failure.ts';
import { boundedPaths } from '../../../../domain/model/loss-paths.ts';
import { mediaTypeOf } from '../../../../domain/model/media-type.ts';
import { definedItems, nonBlank } from '../../values/values.ts';
import { isStandardName, standardCodes, standardWord } from '../words/standard-words.ts';
import { decodedText, isEncoded, maxEncoded } from './encoded-texts.ts';
import { htmlElements, htmlWriting } from './html-elements.ts';
import type { PlainText } from './plain-text-writer.ts';
import { type Attributes, readMarkup, type Tags, type TextLimits, xmlElements } from './read-markup.ts';
import { namesIn } from './roles.ts';

/** An id of the patient, as it was sent. `nullFlavor` is HL7's code for why it is missing. */
export type InstanceId = Readonly<Record<'root' | 'extension' | 'nullFlavor', string | undefined>>;

/** A code of confidentiality, without its `code` if that cannot be read. */
export type Confidentiality = { readonly code: string | undefined; readonly codeSystem: string | undefined };

export type DocumentSection = {
  /** Its title; without one the words of its code. */
  readonly title: string | undefined;
  /** Of a section without a title of its own, what each of its codes says as it was sent: release rules look at it. */
  readonly codeTexts: readonly string[];
  readonly text: PlainText | undefined;
  readonly hasEntries: boolean;
  /** Whether it, its title or its text is said to be masked. */
  readonly isMasked: boolean;
  /** Whether a title of it is not read: one in another form, or a second one. */
  readonly isTitleLost: boolean;
  readonly sections: readonly DocumentSection[];
};

export type ClinicalDocument = Pick<DocumentSection, 'title' | 'isTitleLost' | 'sections'> & {
  /** The ids of each patient whose document it is. */
  readonly patients: readonly (readonly InstanceId[])[];
  /** The confidentiality of the document, of its body and of its sections, as far as they state one. */
  readonly confidentialities: readonly Confidentiality[];
  /** The media type of a body that is not XML. */
  readonly mediaType: string | undefined;
  /** Path → how many elements of the head and of sections are not read. */
  readonly unread: ReadonlyMap<string, number>;
};

/** Elements that hold others. */
type Holder = 'document' | 'target' | 'patient' | 'component' | 'body' | 'otherBody' | 'section';
/** What an element is. Nothing is read of what is `inside` one that is not read. */
type Place =
  | Holder
  | 'title'
  | 'id'
  | 'confidentiality'
  | 'code'
  | 'content'
  | 'entry'
  | 'narrative'
  | 'encoded'
  | 'inside';

const members: Readonly<Record<Holder, Readonly<Record<string, Place>>>> = {
  document: {
    recordTarget: 'target',
    title: 'title',
    confidentialityCode: 'confidentiality',
    component: 'component',
  },
  target: { patientRole: 'patient' },
  patient: { id: 'id' },
  component: { structuredBody: 'body', nonXMLBody: 'otherBody', section: 'section' },
  body: { component: 'component', confidentialityCode: 'confidentiality' },
  otherBody: { text: 'content', confidentialityCode: 'confidentiality' },
  section: {
    title: 'title',
    code: 'code',
    text: 'narrative',
    confidentialityCode: 'confidentiality',
    component: 'component',
    entry: 'entry',
  },
};

const paths: Readonly<Record<Holder, string>> = {
  document: 'ClinicalDocument',
  target: 'ClinicalDocument/recordTarget',
  patient: 'ClinicalDocument/recordTarget/patientRole',
  component: 'ClinicalDocument/component',
  body: 'ClinicalDocument/structuredBody',
  otherBody: 'ClinicalDocument/nonXMLBody',
  section: 'ClinicalDocument/section',
};

/** Elements that name the document or a part of it, and the rules that it follows: nothing that a record would say. */
const infrastructure = namesIn('realmCode typeId templateId id setId versionNumber languageCode');

const isHolder = (place: Place): place is Holder => Object.hasOwn(members, place);

/** Characters of a title. Rules do not compare longer ones (D33). */
const maxTitleLength = 4096;
/** Sections, their further codes, ids and codes of confidentiality. */
const maxDocumentParts = 4000;

const refuseLongTitle = (title: string) => {
  if (title.length > maxTitleLength)
    throw unusableAnswer('ehr-limit', `a title of more than ${maxTitleLength} characters`);
};

/** An upper bound of the memory of a section, an id, a code or a path, in bytes, beside its texts. */
const partBytes = 200;

const inOneLine = (text: string | undefined): string | undefined =>
  nonBlank(text?.replace(/\s+/g, ' ').trim());

/** A section, or the document, whose elements arrive. */
class OpenSection {
  title = '';
  isTitleLost = false;
  /** The words of its code. */
  words: string | undefined;
  /** What its codes say, as it was sent. */
  readonly codeTexts: string[] = [];
  /** Whether it has a text, which may not be written yet. */
  hasText = false;
  text: PlainText | undefined;
  hasEntries = false;
  isMasked = false;
  readonly sections: OpenSection[] = [];

  /** The section, when all of it has arrived. */
  complete(): DocumentSection {
    const { isTitleLost, words, codeTexts, text, hasEntries, isMasked } = this;
    const title = inOneLine(this.title);
    return {
      title: title ?? inOneLine(words),
      codeTexts: title === undefined ? definedItems(codeTexts.map(nonBlank)) : [],
      text,
      hasEntries,
      isMasked,
      isTitleLost,
      sections: this.sections.map(section => section.complete()),
    };
  }
}

/** Attributes as `htmlElements` takes them. */
const inSmallLetters = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value]));

const isMask = ({ nullFlavor }: Attributes): boolean => nullFlavor === 'MSK';

/** Builds a document as its elements arrive. */
class DocumentBuilder {
  isClinical = false;
  private readonly open: Place[] = [];
  private readonly elements = htmlElements();
  private readonly pathOf = boundedPaths();
  private readonly root = new OpenSection();
  private readonly sections: OpenSection[] = [];
  private readonly patients: InstanceId[][] = [];
  private readonly confidentialities: Confidentiality[] = [];
  private readonly unread = new Map<string, number>();
  private mediaType: string | undefined;
  /** The text or the title that arrives and is not written as itself. */
  private encoded: { readonly place: Place; readonly attributes: Attributes; text: string } | undefined;
  private parts = 0;
  private characters = 0;

  get heldBytes(): number {
    return partBytes * this.parts + 2 * this.characters;
  }

  opened(name: string, attributes: Attributes, tags: Tags): void {
    const around = this.open.at(-1);
    const place = this.placeOf(name, around);
    const isText = around !== undefined && isHolder(around) && (place === 'narrative' || place === 'title');
    if (isText && isEncoded(attributes)) this.encoded = { place, attributes, text: '' };
    this.open.push(this.encoded === undefined ? place : 'encoded');
    if (around === 'narrative') tags.open(this.elements.open(name.toLowerCase(), inSmallLetters(attributes)));
    else this.begin(place, attributes);
    // Plain text keeps its lines. Some systems write it with markup.
    if (isText && this.open.at(-1) === 'narrative' && mediaTypeOf(attributes.mediaType) === 'text/plain')
      tags.open({ role: 'preformatted' });
  }

  text(text: string, tags: Tags): void {
    const place = this.open.at(-1);
    if (place === 'encoded') this.addEncoded(text);
    if (place === 'narrative') tags.text(text);
    if (place !== 'title') return;
    const { innermost } = this;
    innermost.title += text;
    this.characters += text.length;
    refuseLongTitle(innermost.title);
  }

  closed(tags: Tags): void {
    const place = this.open.pop();
    if (place === 'encoded' && this.open.at(-1) !== 'encoded') this.endEncoded();
    if (place === 'section') this.sections.pop();
    if (place !== 'narrative') return;
    if (this.open.at(-1) === 'narrative') {
      this.elements.close();
      tags.close();
      return;
    }
    const { innermost } = this;
    tags.end(text => {
      innermost.text = text;
    });
  }

  document(): ClinicalDocument {
    const { title, isTitleLost, sections } = this.root.complete();
    const { patients, confidentialities, mediaType, unread } = this;
    return { title, isTitleLost, sections, patients, confidentialities, mediaType, unread };
  }

  /** The section, or the document, whose elements arrive. */
  private get innermost(): OpenSection {
    return this.sections.at(-1) ?? this.root;
  }

  private addEncoded(text: string): void {
    if (this.encoded === undefined || this.encoded.text.length > maxEncoded) return;
    this.encoded.text += text;
    this.characters += text.length;
  }

  /** A text that is decoded, or lost. A title that is lost hides what a rule would compare. */
  private endEncoded(): void {
    const { encoded, innermost } = this;
    this.encoded = undefined;
    if (encoded === undefined) return;
    const text = decodedText(encoded.text, encoded.attributes);
    this.characters += text?.length ?? 0;
    if (encoded.place === 'narrative')
      innermost.text = { text: text ?? '', lostParts: text === undefined ? 1 : 0 };
    else if (text === undefined) innermost.isTitleLost = true;
    else {
      refuseLongTitle(text);
      innermost.title = text;
    }
  }

  private placeOf(name: string, around: Place | undefined): Place {
    if (around === undefined) {
      if (name !== 'ClinicalDocument') throw unusableAnswer('ehr-document', 'not a clinical document');
      this.isClinical = true;
      return 'document';
    }
    if (around === 'narrative' || around === 'title' || around === 'encoded') return around;
    if (!isHolder(around)) return 'inside';
    const place = Object.hasOwn(members[around], name) ? members[around][name] : undefined;
    if (place !== undefined && !this.isRepeated(place)) return place;
    if (place === 'title') this.innermost.isTitleLost = true;
    else if (!infrastructure.has(name)) this.countUnread(around, name);
    return 'inside';
  }

  /** A section has one title and one text. */
  private isRepeated(place: Place): boolean {
    const { title, hasText } = this.innermost;
    return (place === 'title' && title !== '') || (place === 'narrative' && hasText);
  }

  private countUnread(around: Holder, name: string): void {
    const path = this.pathOf(paths[around], name);
    this.unread.set(path, (this.unread.get(path) ?? 0) + 1);
  }

  private begin(place: Place, attributes: Attributes): void {
    const { innermost } = this;
    if (place === 'section') this.beginSection(attributes);
    else if (place === 'target') this.patients.push([]);
    else if (place === 'id') this.addId(attributes);
    else if (place === 'confidentiality') this.addConfidentiality(attributes);
    else if (place === 'content') this.mediaType = attributes.mediaType;
    else if (place === 'code') this.addWords(attributes);
    else if (place === 'entry') innermost.hasEntries = true;
    else if (place === 'narrative') innermost.hasText = true;
    if (isMask(attributes) && (place === 'title' || place === 'narrative')) innermost.isMasked = true;
  }

  private beginSection(attributes: Attributes): void {
    this.addPart();
    const section = new OpenSection();
    section.isMasked = isMask(attributes);
    this.innermost.sections.push(section);
    this.sections.push(section);
  }

  /** The words of a section's first code, in place of a title: the source's own, else those of LOINC (D39, words and not codes). */
  private addWords({ code, codeSystem, displayName = '' }: Attributes): void {
    refuseLongTitle(displayName);
    this.characters += displayName.length + (code?.length ?? 0);
    if (this.innermost.codeTexts.push(displayName, code ?? '') > 2) {
      this.addPart();
      this.countUnread('section', 'code');
      return;
    }
    const coded = { system: codeSystem, code };
    const isOwn = displayName !== code && !isStandardName(displayName, standardCodes([coded]));
    this.innermost.words = (isOwn ? nonBlank(displayName) : undefined) ?? standardWord(coded);
  }

  private addId({ root, extension, nullFlavor }: Attributes): void {
    this.addPart();
    this.patients.at(-1)?.push({ root, extension, nullFlavor });
  }

  private addConfidentiality({ code, codeSystem }: Attributes): void {
    this.addPart();
    this.confidentialities.push({ code: nonBlank(code), codeSystem });
  }

  private addPart(): void {
    if (++this.parts > maxDocumentParts)
      throw unusableAnswer('ehr-limit', `a document with more than ${maxDocumentParts} parts`);
  }
}

/** `other`: not a clinical document. `unreadable`: one that is not well-formed, or beyond a limit. */
export type ReadDocument =
  | { readonly state: 'read'; readonly document: ClinicalDocument }
  | { readonly state: 'other' | 'unreadable' };

/**
 * Reads a clinical document.
 * @param charset that of the media type; without one, the document says it.
 * Throws `Failure` `budget-exceeded`.
 */
export const readClinicalDocument = async (
  bytes: Iterable<Uint8Array>,
  { charset, ...limits }: TextLimits & { readonly charset: string | undefined },
): Promise<ReadDocument> => {
  const builder = new DocumentBuilder();
  const reader = (tags: Tags) =>
    xmlElements(
      {
        open: (name, attributes) => builder.opened(name, attributes, tags),
        text: text => builder.text(text, tags),
        close: () => builder.closed(tags),
      },
      charset,
    );
  try {
    await readMarkup(bytes, { ...htmlWriting, reader, heldBytes: () => builder.heldBytes }, limits);
    return { state: 'read', document: builder.document() };
  } catch (error) {
    if (!isFailure(error, 'ehr-unusable')) throw error;
    return { state: builder.isClinical ? 'unreadable' : 'other' };
  }
};
