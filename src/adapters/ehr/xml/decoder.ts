// The decoder: builds records from XML events in one pass, following a plan, without a tree in between.
import { Failure } from '../../../domain/model/failure.ts';
import type { Loss } from '../../../ports/ehr.ts';
import type { XmlHandler } from './events.ts';
import { type Fields, type Frame, newFrame, objectOf, put, putAttribute, reset } from './frame.ts';
import { type FreeForm, freeForm } from './free-form.ts';
import { building } from './limits.ts';
import type { Member, ObjectPlan, ValuePlan } from './plan.ts';
import { isBlank, trim, unreadable } from './values.ts';

export type { Fields };

const noLosses: readonly Loss[] = [];

export type Document = {
  /** Local name of the root element; another one is `ehr-unusable`. */
  readonly root: string;
  /** What the root is to become. */
  readonly plan: ObjectPlan;
  /**
   * The repeated child of the root that is handed out as soon as it is complete, with the root's other members so far
   * and what it lacks. Those others stand before it: found after one, they make the document unusable.
   */
  readonly each?: {
    readonly element: string;
    readonly found: (value: Fields, head: Fields, losses: readonly Loss[]) => void;
  };
  /** The children of its root are kept until it ends: it has a limited number of them, and all count to `held`. */
  readonly isList?: boolean;
  /** The root, when it ends. */
  readonly done?: (value: Fields, losses: readonly Loss[]) => void;
};

/** The handler of one document, and what it holds. */
export type Decoder = XmlHandler & {
  /** Bytes, about, of what is being built, and of what was found since this was asked last. */
  held(): number;
};

/** The handler that builds what a document holds. It serves one document. Throws `ehr-unusable` beyond D32. */
export const decoder = ({ root, plan, each, isList = false, done }: Document): Decoder => {
  const rootMember: Member = { key: '', path: '', many: false, plan };
  /** Whether the children of the root are records, or the whole document is one. */
  const hasItems = each !== undefined || isList;
  const itemMember = each === undefined ? undefined : plan.members.get(each.element);
  /** Open objects by depth; kept and used again, since a document has thousands. */
  const frames: Frame[] = [];
  let depth = -1;
  let frame = { fields: undefined } as Frame;
  /** The open element whose plan is text or a value: nothing of interest can be below it. */
  let leaf: Member | undefined;
  let leafText = '';
  let leafAttribute: string | undefined;
  let leafHasChild = false;
  /** Words in it that are not read: of an element that is not known, or of another namespace. */
  let leafSkipped: 'nothing' | 'unknown' | 'foreign' = 'nothing';
  /** Whether we are in the `value` child of a time. */
  let isInValue = false;
  let free: FreeForm | undefined;
  let freeMember: Member = rootMember;
  /** How many elements deep we are in something that is ignored. */
  let ignored = 0;
  let itemSeen = false;
  let losses: Loss[] = [];
  const built = building();

  const lose = (member: Member, reason: Loss['reason']) => {
    losses.push({ path: member.path, reason });
  };

  const takeLosses = () => {
    if (losses.length === 0) return noLosses;
    const taken = losses;
    losses = [];
    return taken;
  };

  const push = (member: Member, objectPlan: ObjectPlan) => {
    const known = frames[++depth];
    if (known === undefined) {
      frame = newFrame(member, objectPlan);
      frames.push(frame);
    } else {
      frame = known;
      reset(frame, member, objectPlan);
    }
    frame.lossesBefore = losses.length;
  };

  const pop = () => {
    depth--;
    // The frame of depth -1 is never looked at: the root has been handed out by then.
    frame = frames[depth] ?? frame;
  };

  const putOrLose = (member: Member, value: unknown) => {
    if (!put(frame, member, value)) lose(member, 'repeated');
  };

  /** What a text is as the value of a member; undefined where it is absent or cannot be read. */
  const textValue = (member: Member, text: string): unknown => {
    const { plan: how } = member;
    if (how.type === 'text') return how.trim ? trim(text) : text;
    if (how.type === 'value') return read(member, how, text);
    if (how.type === 'any') return { $self: text };
    if (how.wrapped === undefined) return undefined;
    const value = textValue(how.wrapped, text);
    return value === undefined ? undefined : { [how.wrapped.key]: value };
  };

  const read = (member: Member, how: ValuePlan, text: string): unknown => {
    const value = how.read(text);
    if (value !== unreadable) return value;
    lose(member, 'unreadable');
    return undefined;
  };

  const closeLeaf = (member: Member) => {
    leaf = undefined;
    // Without words that stood in it, a text may say the opposite.
    if (leafSkipped === 'foreign' || (leafSkipped === 'unknown' && !isBlank(leafText))) {
      return lose(member, 'unreadable');
    }
    const isWithout = (leafHasChild || leafAttribute !== undefined) && isBlank(leafText);
    const value = textValue(member, isWithout ? (leafAttribute ?? '') : leafText);
    if (value !== undefined) putOrLose(member, value);
  };

  /** An element's own text, where its plan has a place for it. */
  const ownText = ({
    plan: { self, wrapped },
    text,
    fields,
    member,
    hasChild,
    hasStrayText,
    hasSkippedText,
  }: Frame) => {
    if (self !== undefined && hasSkippedText && !isBlank(text)) lose(self, 'unreadable');
    else if (self !== undefined) {
      const value = textValue(self, hasChild && isBlank(text) ? '' : text);
      if (value !== undefined) putOrLose(self, value);
    } else if (wrapped !== undefined && fields === undefined && !isBlank(text)) {
      const value = textValue(wrapped, text);
      if (value !== undefined) put(frame, wrapped, value);
    } else if (hasStrayText && !hasChild) lose(member, 'unreadable');
  };

  const closeObject = () => {
    ownText(frame);
    const { member, lossesBefore } = frame;
    const value = objectOf(frame);
    pop();
    if (depth === -1) done?.(value as Fields, takeLosses());
    else if (value === undefined) return;
    else if (member === itemMember) {
      itemSeen = true;
      if (!isList) built.handOut();
      each?.found(value as Fields, frame.fields ?? {}, takeLosses());
    } else if (!put(frame, member, value)) {
      losses.length = lossesBefore;
      lose(member, 'repeated');
    }
  };

  const openRoot = (name: string) => {
    if (name !== root)
      throw new Failure('ehr-unusable', { reason: 'ehr-document', detail: `the root is not ${root}` });
    push(rootMember, plan);
  };

  const openMember = (member: Member) => {
    if (itemSeen && depth === 0 && member !== itemMember) {
      throw new Failure('ehr-unusable', {
        reason: 'ehr-document',
        detail: `${member.path} after the first ${each?.element}`,
      });
    }
    const { plan: how } = member;
    if (how.type === 'object') push(member, how);
    else if (how.type === 'any') {
      free = freeForm();
      freeMember = member;
    } else {
      leaf = member;
      leafText = '';
      leafAttribute = undefined;
      leafHasChild = false;
      leafSkipped = 'nothing';
    }
  };

  /** A time may stand in a child called `value`; nothing else below a leaf is of interest. */
  const openInLeaf = ({ plan: how }: Member, name: string) => {
    leafHasChild = true;
    const isValue = !isInValue && how.type === 'value' && how.attribute && name === 'value';
    if (isValue) {
      isInValue = true;
      leafAttribute = '';
    } else ignored = 1;
  };

  /** The innermost open element says that it is absent. */
  const dropOpened = () => {
    ignored = 1;
    if (isInValue) {
      isInValue = false;
      leafAttribute = undefined;
    } else if (leaf !== undefined) leaf = undefined;
    else if (free !== undefined) {
      if (free.isOutermost()) free = undefined;
      else free.drop();
    } else if (depth === 0)
      throw new Failure('ehr-unusable', { reason: 'ehr-document', detail: `the root ${root} is nil` });
    else {
      losses.length = frame.lossesBefore;
      pop();
    }
  };

  /** Text that nothing reads: of interest alone where it stands within a text. */
  const skip = (text: string, what: 'unknown' | 'foreign') => {
    if (free !== undefined || depth === -1 || isBlank(text)) return;
    if (leaf !== undefined) leafSkipped = what;
    else frame.hasSkippedText = true;
  };

  return {
    held: built.held,
    skipped: text => skip(text, 'foreign'),
    open: name => {
      if (ignored > 0) ignored++;
      else if (leaf !== undefined) openInLeaf(leaf, name);
      else if (free !== undefined) free.open(name);
      else if (depth === -1) openRoot(name);
      else {
        frame.hasChild = true;
        const member = frame.plan.members.get(name);
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
        if (name === 'value' && leaf.plan.type === 'value' && leaf.plan.attribute) leafAttribute = text;
      } else if (free !== undefined) free.attribute(name, text);
      else {
        const member = frame.plan.members.get(name);
        const value = member === undefined ? undefined : textValue(member, text);
        if (member === undefined || value === undefined) return;
        putAttribute(frame, member, value);
      }
    },
    opened: nil => {
      if (nil && ignored === 0) dropOpened();
    },
    text: text => {
      if (ignored > 0) return skip(text, 'unknown');
      built.text(text);
      if (isInValue) leafAttribute += text;
      else if (leaf !== undefined) leafText += text;
      else if (free !== undefined) free.text(text);
      else if (frame.plan.self !== undefined || frame.plan.wrapped !== undefined) frame.text += text;
      else if (!frame.hasStrayText && !isBlank(text)) frame.hasStrayText = true;
    },
    close: () => {
      if (ignored > 0) ignored--;
      else if (isInValue) isInValue = false;
      else if (leaf !== undefined) closeLeaf(leaf);
      else if (free !== undefined) {
        const value = free.close();
        if (value === undefined) return;
        free = undefined;
        putOrLose(freeMember, value);
      } else closeObject();
    },
  };
};
