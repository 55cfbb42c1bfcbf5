// The objects that are open in a document, and what was lost while they were built.
import type { Loss } from '../../../ports/ehr.ts';
import { isBlank } from '../values/values.ts';
import { unreadable } from '../values/written-values.ts';
import { type Frame, type FrameFields, frameObject, newFrame, put, putAttribute } from './open-elements.ts';
import type { Member, ObjectPlan } from './plan.ts';

const noLosses: readonly Loss[] = [];

const isWithin = ({ path }: Loss, member: Member): boolean =>
  path === member.path || path.startsWith(`${member.path}/`);

const hasValueAt = (value: unknown, keys: readonly string[]): boolean => {
  const [key, ...rest] = keys;
  if (key === undefined) return value !== undefined;
  return typeof value === 'object' && value !== null && hasValueAt((value as FrameFields)[key], rest);
};

export class OpenObjects {
  /** The innermost object. After the root has ended, the root. */
  frame: Frame;
  /** 0 within the root, -1 outside. */
  depth = -1;
  /** The objects around the innermost one, from the root. */
  readonly #outer: Frame[] = [];
  #losses: Loss[] = [];

  constructor(root: Member, plan: ObjectPlan) {
    this.frame = newFrame(root, plan, 0);
  }

  /** Opens an object within the innermost one. */
  open(member: Member, plan: ObjectPlan): void {
    if (++this.depth > 0) this.#outer.push(this.frame);
    this.frame = newFrame(member, plan, this.#losses.length);
  }

  /** Ends the innermost object. Returns its value; undefined if it counts as absent. */
  close(): unknown {
    this.#takeOwnText();
    this.#hideUnknown();
    this.#settleConditional();
    const value = frameObject(this.frame);
    this.#leave();
    return value;
  }

  /** Ends the innermost object as if it had been absent; only its unknown attributes are counted, since one may be the value. */
  drop(): void {
    const within = this.#losses.splice(this.frame.lossesBefore);
    this.#losses.push(...within.filter(({ reason }) => reason === 'unmapped'));
    this.frame.fields = undefined;
    this.#hideUnknown();
    this.#leave();
  }

  #leave(): void {
    this.depth--;
    this.frame = this.#outer.pop() ?? this.frame;
  }

  /**
   * Where the innermost object is one of texts alone, such as an id, and has none of them, what it holds under unknown names may be the
   * value that a rule looks for.
   */
  #hideUnknown(): void {
    const { fields, member, plan, lossesBefore } = this.frame;
    if (fields !== undefined || member.hides.length === 0 || this.#losses.length === lossesBefore) return;
    if (plan.members.values().some(inner => inner.plan.type === 'object')) return;
    this.#setHides(member.hides, ({ reason }) => reason === 'unmapped');
  }

  /** Losses of the innermost object hide nothing if the access rules read another of its values, which is there. */
  #settleConditional(): void {
    const { plan, fields, lossesBefore } = this.frame;
    if (plan.conditional.length === 0 || this.#losses.length === lossesBefore) return;
    for (const { member, unless } of plan.conditional)
      if (hasValueAt(fields, unless)) this.#setHides([], loss => isWithin(loss, member));
  }

  /** Sets what the chosen losses of the innermost object hide, in one pass. */
  #setHides(hides: Loss['hides'], isChosen: (loss: Loss) => boolean): void {
    for (const loss of this.#losses.splice(this.frame.lossesBefore))
      this.#losses.push(isChosen(loss) ? { ...loss, hides } : loss);
  }

  /** Counts the value of a member as lost. */
  lose(member: Member, reason: Loss['reason']): void {
    this.#losses.push({ path: member.path, reason, hides: member.hides });
  }

  /** Counts a value that the plan has no member for, and what it may hide. */
  countUnmapped(path: string, hides: Loss['hides'] = []): void {
    this.#losses.push({ path, reason: 'unmapped', hides });
  }

  /** What was lost since the last call. */
  takeLosses(): readonly Loss[] {
    if (this.#losses.length === 0) return noLosses;
    const taken = this.#losses;
    this.#losses = [];
    return taken;
  }

  /** Sets a member of the innermost object. A second value is lost. */
  put(member: Member, value: unknown): void {
    if (!put(this.frame, member, value)) this.lose(member, 'repeated');
  }

  /** The same with an object that has just ended. If it is lost, all that was lost within it is one loss. */
  putClosed({ member, lossesBefore }: Frame, value: unknown): void {
    if (put(this.frame, member, value)) return;
    this.#losses.length = lossesBefore;
    this.lose(member, 'repeated');
  }

  /** Sets a member to the value of a text, unless it is absent or unreadable. */
  putText(member: Member, text: string): void {
    const value = this.#valueOf(member, text);
    if (value !== undefined) this.put(member, value);
  }

  /** Sets a member to the value of an attribute, which a child with the same name replaces. */
  putAttribute(member: Member, text: string): void {
    const value = this.#valueOf(member, text);
    if (value !== undefined) putAttribute(this.frame, member, value);
  }

  /** Sets the innermost object's own text, if its plan has a member for it. */
  #takeOwnText(): void {
    const { plan, text, member, fields, hasChild, skippedTexts = [], hasStrayText } = this.frame;
    const { self, wrapped } = plan;
    const own = self ?? (fields === undefined ? wrapped : undefined);
    // Without the skipped text, the rest may mean the opposite. They are one value.
    if (own !== undefined && !isBlank(text) && skippedTexts.length > 0) {
      this.lose(own, 'unreadable');
      return;
    }
    for (const path of skippedTexts) this.countUnmapped(path);
    if (self !== undefined) this.putText(self, hasChild && isBlank(text) ? '' : text);
    else if (own !== undefined && !isBlank(text)) this.putText(own, text);
    else if (wrapped !== undefined && !isBlank(text)) this.lose(wrapped, 'repeated');
    else if (hasStrayText && !hasChild) this.lose(member, 'unreadable');
  }

  /** The value of a member's text. Undefined if it is absent, or unreadable, which is counted. */
  #valueOf(member: Member, text: string): unknown {
    const { plan } = member;
    if (plan.type === 'text') return plan.trim ? text.trim() : text;
    if (plan.type === 'value') {
      const value = plan.read(text);
      if (value !== unreadable) return value;
      this.lose(member, 'unreadable');
      return undefined;
    }
    if (plan.type === 'any') return { $self: text };
    if (plan.wrapped === undefined) {
      if (!isBlank(text)) this.lose(member, 'unreadable');
      return undefined;
    }
    const value = this.#valueOf(plan.wrapped, text);
    return value === undefined ? undefined : { [plan.wrapped.key]: value };
  }
}
