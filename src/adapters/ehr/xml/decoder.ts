// The decoder: builds records from XML events in one pass, following a plan, without building a tree first.
//
// So it counts by itself what its plan has no member for (D29): the marks of `values/unread.ts` need an object that is there when the
// record is complete, and what the decoder skips is never built. What a value is, is the same: a text that is not blank.
import { unusableAnswer } from '../../../domain/model/failure.ts';
import { boundedPaths, shownName } from '../../../domain/model/loss-paths.ts';
import type { KnownTexts, Loss } from '../../../ports/ehr.ts';
import { isBlank } from '../values/values.ts';
import { type FreeForm, freeForm } from './free-form.ts';
import { decoderCounters } from './limits.ts';
import {
  addSkippedText,
  addText,
  type FrameFields,
  hasTwoTexts,
  hasValueMember,
  type Leaf,
  leafText,
  memberFor,
  newLeaf,
  noteChild,
  openValue,
  takeText,
} from './open-elements.ts';
import { OpenObjects } from './open-objects.ts';
import type { NamespaceHandler } from './parsing/events.ts';
import type { Member, ObjectPlan } from './plan.ts';

export type { FrameFields };

/** A repeated child of the root that is complete. */
export type Item = {
  readonly value: FrameFields;
  /** The root's other members. */
  readonly head: FrameFields;
  readonly losses: readonly Loss[];
  /** What is known of the texts of the value and the head; undefined in a list that is kept until it ends. */
  readonly texts: KnownTexts | undefined;
};

export type Document = {
  /** Local name of the root element. Any other root is `ehr-unusable`. */
  readonly root: string;
  /** The plan of the root. */
  readonly plan: ObjectPlan;
  /**
   * The repeated child of the root that is handed out as soon as it is complete. The root's other members must come first: a
   * document with one of them after an item is unusable.
   */
  readonly each?: {
    readonly element: string;
    readonly onItem: (item: Item) => void;
  };
  /**
   * Local names of children of the root that hold no record. They are skipped, and each value in them is passed to `skipped`
   * by its path, as are the root's unknown attributes and its children of other namespaces. Any other unknown child makes a
   * list unusable (D14).
   */
  readonly ignore?: ReadonlySet<string>;
  readonly skipped?: (path: string) => void;
  /** An element that repeats the member `of` beside it, in elements called `within`: its values are not counted. */
  readonly repeats?: { readonly within: string; readonly element: string; readonly of: string };
  /** The most elements of a record, if it is translated when it is complete. */
  readonly maxElements?: number;
  /** The root's children are kept until it ends: their number is limited, and all count towards `held`. */
  readonly isList?: boolean;
  /**
   * Refuses three things that extracts allow: a text is unreadable, not empty, if all of its words are in unknown elements within it, or
   * are the values of unknown attributes; and an element is unreadable if it has text beside its children.
   */
  readonly refusesUnknownInText?: boolean;
  /** Called with the root when it ends. */
  readonly done?: (value: FrameFields, losses: readonly Loss[]) => void;
};

/** The handler of one document, and its memory use. */
export type Decoder = NamespaceHandler & {
  /** Approximate bytes of what is being built, and of what was found since the last call. */
  held(): number;
};

/** A name without its namespace prefix, which the sender chooses. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * The failure for an element under the root of a list that is neither a record nor known: it may be a record under another
 * name (D14, unusable answers).
 */
const unknownElement = (name: string, root: string) =>
  unusableAnswer(
    'ehr-unknown-element',
    `the element "${shownName(localName(name))}" under ${root} is unknown`,
  );

/** Creates the handler of one document. It throws `ehr-unusable` beyond the limits of D32. */
export const decoder = (document: Document): Decoder => {
  const { root, plan, each, isList = false, refusesUnknownInText = false, ignore, repeats, done } = document;
  // Text of other namespaces always makes the text around it unreadable.
  const unknownInText = refusesUnknownInText ? 'foreign' : 'unknown';
  const rootMember: Member = {
    element: root,
    key: '',
    path: '',
    many: false,
    hides: [...new Set(plan.members.values().flatMap(({ hides }) => hides))],
    plan,
    next: undefined,
  };
  /** Whether the root's children are records, rather than the whole document being one. */
  const hasItems = each !== undefined || isList;
  const itemMember = each === undefined ? undefined : plan.members.get(each.element);
  const objects = new OpenObjects(rootMember, plan);
  let leaf: Leaf | undefined;
  let free: FreeForm | undefined;
  /** Depth inside an ignored element; 0 outside. */
  let ignored = 0;
  /** The path of the ignored element, if its values are counted as unmapped. */
  let ignoredPath: string | undefined;
  let isForeign = false;
  let isRepeating = false;
  /** Whether the current text in it has been counted. */
  let isTextCounted = false;
  const boundedPath = boundedPaths();
  /** The path of an unknown element or attribute. `mark` stands before the name. */
  const pathOf = (parent: string, name: string, mark = '') => boundedPath(parent, mark + localName(name));
  let itemSeen = false;
  let mayHaveControls = false;
  /** Bytes of the first item, and of the root's members before it, which are with every item. */
  let headBytes: number | undefined;
  const built = decoderCounters(document.maxElements);

  const closeLeaf = (closed: Leaf) => {
    leaf = undefined;
    const { member, skippedTexts = [] } = closed;
    const text = leafText(closed);
    // Without a text of its own, what an unknown element or attribute holds may be the value that a rule looks for.
    const isElsewhere = skippedTexts.length > 0 && isBlank(text ?? '');
    if (text === undefined || (isElsewhere && refusesUnknownInText))
      return objects.lose(member, 'unreadable');
    for (const path of skippedTexts) objects.countUnmapped(path, isElsewhere ? member.hides : []);
    objects.putText(member, text);
    if (hasTwoTexts(closed)) objects.lose(member, 'repeated');
  };

  /** Counts an item as handed out. */
  const handOut = (): KnownTexts => {
    const bytes = built.handOut();
    headBytes ??= bytes;
    // Each character counts as two bytes.
    return { mostCharacters: (headBytes + bytes) / 2, mayHaveControls };
  };

  const closeObject = () => {
    const closed = objects.frame;
    if (closed.hasStrayText && closed.hasChild) {
      if (refusesUnknownInText) objects.lose(closed.member, 'unreadable');
      else objects.countUnmapped(closed.member.path);
    }
    if (repeats !== undefined && closed.fields?.[repeats.of] === undefined)
      for (let count = closed.repeatedTexts; count > 0; count--)
        objects.countUnmapped(pathOf(closed.member.path, repeats.element));
    const value = objects.close();
    if (objects.depth === -1) done?.(value as FrameFields, objects.takeLosses());
    else if (value === undefined) return;
    else if (closed.member === itemMember) {
      itemSeen = true;
      each?.onItem({
        value: value as FrameFields,
        head: objects.frame.fields ?? {},
        losses: objects.takeLosses(),
        texts: isList ? undefined : handOut(),
      });
    } else objects.putClosed(closed, value);
  };

  const openRoot = (name: string) => {
    if (name !== root) throw unusableAnswer('ehr-document', `the root is not ${root}`);
    objects.open(rootMember, plan);
  };

  const openMember = (member: Member) => {
    if (itemSeen && objects.depth === 0 && member !== itemMember) {
      throw unusableAnswer('ehr-document', `${member.path} after the first ${each?.element}`);
    }
    const { plan: how } = member;
    if (how.type === 'object') objects.open(member, how);
    else if (how.type === 'any') free = freeForm(member);
    else leaf = newLeaf(member);
  };

  /** Skips the element that was just opened. Its values are counted under the path, if there is one. */
  const skipElement = (path?: string) => {
    ignored = 1;
    ignoredPath = path;
    isForeign = false;
    isRepeating = false;
  };

  /** A time may be in a child called `value`. All other children of a leaf are ignored. */
  const openInLeaf = (open: Leaf, name: string) => {
    noteChild(open);
    if (open.isInValue || name !== 'value' || !hasValueMember(open))
      skipElement(pathOf(open.member.path, name));
    else if (!openValue(open)) {
      skipElement();
      objects.lose(open.member, 'repeated');
    }
  };

  const isAtRoot = () => hasItems && objects.depth === 0;

  const openUnknown = (name: string) => {
    const { frame } = objects;
    if (isAtRoot() && ignore?.has(name) !== true) throw unknownElement(name, root);
    skipElement(pathOf(frame.member.path, name));
    isRepeating = repeats?.within === frame.member.element && repeats.element === name;
  };

  const openInObject = (name: string) => {
    const { frame } = objects;
    noteChild(frame);
    const member = memberFor(frame, name);
    if (isAtRoot()) built.record(member !== undefined && (isList || member !== itemMember));
    if (member === undefined) openUnknown(name);
    else openMember(member);
  };

  /** Counts a value that the plan has no member for. */
  const countUnmapped = (path: string) => {
    built.text('');
    if (leaf === undefined && free === undefined && isAtRoot()) document.skipped?.(path);
    else objects.countUnmapped(path);
  };

  /** An attribute that the plan has no member for. That of a text, or of an element within one, matters to the text. */
  const skipAttribute = (path: string) => {
    if (leaf === undefined) return countUnmapped(path);
    addSkippedText(leaf, path);
    built.text('');
  };

  /** The innermost open element is nil, and therefore absent. */
  const dropOpened = () => {
    skipElement();
    if (leaf?.isInValue) {
      leaf.isInValue = false;
      leaf.value = undefined;
    } else if (leaf !== undefined) {
      for (const path of leaf.skippedTexts ?? []) objects.countUnmapped(path, leaf.member.hides);
      leaf = undefined;
    } else if (free !== undefined) {
      if (free.drop()) free = undefined;
    } else if (objects.depth === 0) throw unusableAnswer('ehr-document', `the root ${root} is nil`);
    else {
      const isItem = objects.frame.member === itemMember;
      objects.drop();
      // What was lost with a record that is absent belongs to no other one.
      if (isItem) for (const { path } of objects.takeLosses()) document.skipped?.(path);
    }
  };

  /** A text or an attachment in a skipped element. Inside another text, it matters to that text. */
  const skipValue = () => {
    if (isTextCounted || objects.depth === -1) return;
    isTextCounted = true;
    if (isRepeating) objects.frame.repeatedTexts++;
    else if (leaf !== undefined) {
      leaf.skipped = isForeign ? 'foreign' : unknownInText;
      if (ignoredPath !== undefined) addSkippedText(leaf, ignoredPath);
      built.text('');
    } else if (ignoredPath !== undefined) {
      const { self, wrapped } = objects.frame.plan;
      if (free !== undefined || (self ?? wrapped) === undefined) countUnmapped(ignoredPath);
      else addSkippedText(objects.frame, ignoredPath);
    }
  };

  /** The member of the innermost element that is not skipped. */
  const openedMember = (): Member => (leaf ?? free ?? objects.frame).member;

  return {
    held: built.held,
    controls: () => {
      mayHaveControls = true;
    },
    where: () => openedMember().path,
    open: name => {
      isTextCounted = false;
      if (ignored > 0) ignored++;
      else if (leaf !== undefined) openInLeaf(leaf, name);
      else if (free !== undefined) free.open(name);
      else if (objects.depth === -1) openRoot(name);
      else openInObject(name);
      built.element(ignored === 0);
    },
    openForeign: name => {
      isTextCounted = false;
      if (ignored > 0) ignored++;
      else {
        noteChild(leaf ?? objects.frame);
        // Marked, because it may have the name of a known element.
        skipElement(pathOf(openedMember().path, name, '*:'));
        isForeign = true;
      }
      built.element(false);
    },
    detached: () => {
      if (ignored > 0) skipValue();
      else if (objects.depth === -1) return;
      else if (leaf !== undefined) leaf.skipped = 'foreign';
      else objects.lose(openedMember(), 'unreadable');
    },
    attribute: (name, text) => {
      built.attribute(text);
      if (ignored > 0) {
        if (ignoredPath !== undefined && !isRepeating && !isBlank(text)) skipAttribute(ignoredPath);
      } else if (leaf !== undefined) {
        if (name === 'value' && hasValueMember(leaf)) leaf.value = text;
        else if (!isBlank(text)) skipAttribute(pathOf(leaf.member.path, name));
      } else if (free !== undefined) free.attribute(name, text);
      else {
        const { frame } = objects;
        const member = memberFor(frame, name);
        if (member === undefined) {
          if (!isBlank(text)) skipAttribute(pathOf(frame.member.path, name));
        } else if (member === itemMember) throw unknownElement(name, root);
        else objects.putAttribute(member, text);
      }
    },
    opened: nil => {
      if (nil && ignored === 0) dropOpened();
    },
    text: text => {
      if (ignored > 0) return isBlank(text) ? undefined : skipValue();
      if (leaf?.isInValue) leaf.value += text;
      else if (leaf !== undefined) addText(leaf, text);
      else if (free !== undefined) free.text(text);
      else if (!takeText(objects.frame, text)) {
        // Text in place of records does not say that there are none (D15, unknown patients).
        if (isAtRoot() && !isBlank(text)) throw unusableAnswer('ehr-document', `text under the root ${root}`);
        return;
      }
      built.text(text);
    },
    close: () => {
      isTextCounted = false;
      if (ignored > 0) ignored--;
      else if (leaf?.isInValue) leaf.isInValue = false;
      else if (leaf !== undefined) closeLeaf(leaf);
      else if (free !== undefined) {
        const value = free.close();
        if (value === undefined) return;
        const { member } = free;
        for (let count = free.strayTexts(); count > 0; count--) objects.countUnmapped(member.path);
        free = undefined;
        objects.put(member, value);
      } else closeObject();
    },
  };
};
