// Losses of a document that matter beyond being counted: those that make other values misleading.
import type { Loss } from '../../../ports/ehr.ts';
import type { ObjectPlan } from '../xml/plan.ts';
import { trackDocument } from '../xml/tracked-document.ts';

/** Whether what was lost is in an element of another namespace: extensions may be anywhere. */
export const isExtension = (path: string): boolean => path.includes('*:');

/** Whether the loss of one element includes another. */
const coversPath = (lost: string, wire: string) => lost === wire || wire.startsWith(`${lost}/`);

/** Counts a value that the record lacks (D29). Its path is relative to the document. */
export type CountLoss = (loss: Loss) => void;

/** The losses of a document: those of reading it, and those that its translation adds. Paths are relative to the document. */
export type DocumentLosses = {
  readonly countLoss: CountLoss;
  /** Whether the element at the path, or one around it, is repeated or unreadable: its value is uncertain. */
  readonly isUncertain: (path: string) => boolean;
  /** Whether the element at the path, or one inside or around it, is repeated or unreadable: its other values may mislead. */
  readonly isDamaged: (path: string) => boolean;
  /** Whether the element at the path contains anything, other than extensions, that the contract does not name. */
  readonly hasUnknown: (path: string) => boolean;
};

/** Opens a document for its translation, with the losses of reading it. */
export const openDocument = <T extends object>(
  { document: whole, losses: read }: { readonly document: T; readonly losses: readonly Loss[] },
  { element, plan }: { readonly element: string; readonly plan: ObjectPlan },
) => {
  const added: Loss[] = [];
  const { document, unread } = trackDocument(whole, plan);
  const countLoss: CountLoss = ({ path, ...loss }) =>
    void added.push({ path: `${element}/${path}`, ...loss });
  const pathsOf = (isUnknown: boolean) =>
    read.filter(({ reason }) => (reason === 'unmapped') === isUnknown).map(({ path }) => path);
  const lost = pathsOf(false);
  const unknown = pathsOf(true).filter(path => !isExtension(path));
  const isUncertain = (path: string) => lost.some(lostPath => coversPath(lostPath, `${element}/${path}`));
  const isAmong = (paths: readonly string[], path: string) =>
    paths.some(lostPath => coversPath(`${element}/${path}`, lostPath));
  const ofDocument: DocumentLosses = {
    countLoss,
    isUncertain,
    isDamaged: path => isUncertain(path) || isAmong(lost, path),
    hasUnknown: path => isAmong(unknown, path),
  };
  return {
    /** Reading a value of it marks the value as read. */
    document,
    ofDocument,
    /** All losses, when it has been translated: those of reading it, those that were counted, and what of it has not been read. */
    losses: (): readonly Loss[] => {
      for (const loss of unread()) countLoss(loss);
      return [...read, ...added];
    },
  };
};
