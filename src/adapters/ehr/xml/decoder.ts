// The decoder: builds records from XML events in one pass, following a plan, without building a tree first.
import { Failure } from '../../../domain/model/failure.ts';
import type { Loss } from '../../../ports/ehr.ts';
import { type Fields, memberFor, takeText } from './frame.ts';
import { type FreeForm, freeForm } from './free-form.ts';
import { addTo, hasValueFromChild, hasValueMember, type Leaf, leafText, newLeaf, openValue } from './leaf.ts';
import { decoderCounters } from './limits.ts';
import { OpenObjects } from './open-objects.ts';
import type { XmlHandler } from './parsing/events.ts';
import type { Member, ObjectPlan } from './plan.ts';
import { isBlank } from './values.ts';

export type { Fields };

export type Document = {
  /** Local name of the root element. Any other root is `ehr-unusable`. */
  readonly root: string;
  /** The plan of the root. */
  readonly plan: ObjectPlan;
  /**
   * The repeated child of the root that is handed out as soon as it is complete, with its losses and the root's other
   * members. These must come first: a document with one of them after an item is unusable.
   */
  readonly each?: {
    readonly element: string;
    readonly found: (value: Fields, head: Fields, losses: readonly Loss[]) => void;
  };
  /** The root's children are kept until it ends: their number is limited, and all count towards `held`. */
  readonly isList?: boolean;
  /**
   * Whether a text is unreadable if unknown elements within it have text, even if there is no other text (by default it is then
   * empty, extracts.md); and whether an element is unreadable if it has text beside its children.
   */
  readonly refusesUnknownInText?: boolean;
  /** Called with the root when it ends. */
  readonly done?: (value: Fields, losses: readonly Loss[]) => void;
};

/** The handler of one document, and its memory use. */
export type Decoder = XmlHandler & {
  /** Approximate bytes of what is being built, and of what was found since the last call. */
  held(): number;
};

/** Creates the handler of one document. It throws `ehr-unusable` beyond the limits of D32. */
export const decoder = (document: Document): Decoder => {
  const { root, plan, each, isList = false, refusesUnknownInText = false, done } = document;
  // Text of other namespaces always makes the text around it unreadable.
  const unknownInText = refusesUnknownInText ? 'foreign' : 'unknown';
  const rootMember: Member = {
    element: root,
    key: '',
    path: '',
    many: false,
    hides: [...new Set([...plan.members.values()].flatMap(({ hides }) => hides))],
    plan,
    next: undefined,
  };
  /** Whether the root's children are records, rather than the whole document being one. */
  const hasItems = each !== undefined || isList;
  const itemMember = each === undefined ? undefined : plan.members.get(each.element);
  const objects = new OpenObjects(rootMember, plan);
  let leaf: Leaf | undefined;
  let free: FreeForm | undefined;
  let freeMember: Member = rootMember;
  /** Depth inside an ignored element; 0 outside. */
  let ignored = 0;
  let itemSeen = false;
  const built = decoderCounters();

  const closeLeaf = (closed: Leaf) => {
    leaf = undefined;
    const { member } = closed;
    const text = leafText(closed);
    if (text === undefined) objects.lose(member, 'unreadable');
    else objects.putText(member, text);
  };

  const closeObject = () => {
    const closed = objects.frame;
    // Text in place of records does not say that there are none (D15).
    if (hasItems && objects.depth === 0 && closed.hasStrayText && !closed.hasChild)
      throw new Failure('ehr-unusable', { reason: 'ehr-document', detail: `text in the root ${root}` });
    if (refusesUnknownInText && closed.hasStrayText && closed.hasChild)
      objects.lose(closed.member, 'unreadable');
    const value = objects.close();
    if (objects.depth === -1) done?.(value as Fields, objects.takeLosses());
    else if (value === undefined) return;
    else if (closed.member === itemMember) {
      itemSeen = true;
      if (!isList) built.handOut();
      each?.found(value as Fields, objects.frame.fields ?? {}, objects.takeLosses());
    } else objects.putClosed(closed, value);
  };

  const openRoot = (name: string) => {
    if (name !== root)
      throw new Failure('ehr-unusable', { reason: 'ehr-document', detail: `the root is not ${root}` });
    objects.open(rootMember, plan);
  };

  const openMember = (member: Member) => {
    if (itemSeen && objects.depth === 0 && member !== itemMember) {
      throw new Failure('ehr-unusable', {
        reason: 'ehr-document',
        detail: `${member.path} after the first ${each?.element}`,
      });
    }
    const { plan: how } = member;
    if (how.type === 'object') objects.open(member, how);
    else if (how.type === 'any') {
      free = freeForm();
      freeMember = member;
    } else leaf = newLeaf(member);
  };

  /** A time may be in a child called `value`. All other children of a leaf are ignored. */
  const openInLeaf = (open: Leaf, name: string) => {
    open.hasChild = true;
    if (open.isInValue || name !== 'value' || !hasValueMember(open)) ignored = 1;
    else if (hasValueFromChild(open)) {
      ignored = 1;
      objects.lose(open.member, 'repeated');
    } else openValue(open);
  };

  /** The innermost open element is nil, and therefore absent. */
  const dropOpened = () => {
    ignored = 1;
    if (leaf?.isInValue) {
      leaf.isInValue = false;
      leaf.value = undefined;
    } else if (leaf !== undefined) leaf = undefined;
    else if (free !== undefined) {
      if (free.isOutermost()) free = undefined;
      else free.drop();
    } else if (objects.depth === 0)
      throw new Failure('ehr-unusable', { reason: 'ehr-document', detail: `the root ${root} is nil` });
    else objects.drop();
  };

  /** Text in a skipped element. It matters only inside another text. */
  const skip = (text: string, what: 'unknown' | 'foreign') => {
    if (free !== undefined || objects.depth === -1 || isBlank(text)) return;
    if (leaf !== undefined) leaf.skipped = what;
    else objects.frame.hasSkippedText = true;
  };

  return {
    held: built.held,
    where: () =>
      (
        leaf?.member ??
        (free === undefined ? undefined : freeMember) ??
        (objects.depth < 0 ? rootMember : objects.frame.member)
      ).path,
    skipped: text => skip(text, 'foreign'),
    open: name => {
      if (ignored > 0) ignored++;
      else if (leaf !== undefined) openInLeaf(leaf, name);
      else if (free !== undefined) free.open(name);
      else if (objects.depth === -1) openRoot(name);
      else {
        const { frame, depth } = objects;
        frame.hasChild = true;
        const member = memberFor(frame, name);
        if (depth === 0 && hasItems) built.record(member !== undefined && (isList || member !== itemMember));
        if (member === undefined) ignored = 1;
        else openMember(member);
      }
      built.element(ignored === 0);
    },
    attribute: (name, text) => {
      if (ignored > 0) return;
      built.attribute(text);
      if (leaf !== undefined) {
        if (name === 'value' && hasValueMember(leaf)) leaf.value = text;
      } else if (free !== undefined) free.attribute(name, text);
      else {
        const member = memberFor(objects.frame, name);
        if (member !== undefined) objects.putAttribute(member, text);
      }
    },
    opened: nil => {
      if (nil && ignored === 0) dropOpened();
    },
    text: text => {
      if (ignored > 0) return skip(text, unknownInText);
      if (leaf !== undefined) addTo(leaf, text);
      else if (free !== undefined) free.text(text);
      else if (!takeText(objects.frame, text)) return;
      built.text(text);
    },
    close: () => {
      if (ignored > 0) ignored--;
      else if (leaf?.isInValue) leaf.isInValue = false;
      else if (leaf !== undefined) closeLeaf(leaf);
      else if (free !== undefined) {
        const value = free.close();
        if (value === undefined) return;
        free = undefined;
        objects.put(freeMember, value);
      } else closeObject();
    },
  };
};
