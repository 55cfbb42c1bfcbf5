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
  /** Whether there is something inside the element at the path that the contract does not name, other than extensions. */
  readonly hasUnknown: (path: string) => boolean;
};

/** The losses of a document, from those of reading it. */
export const documentLosses = (
  read: readonly Loss[],
  { element, countLoss }: { readonly element: string; readonly countLoss: CountLoss },
): DocumentLosses => {
  const pathsOf = (isUnknown: boolean) =>
    read.filter(({ reason }) => (reason === 'unmapped') === isUnknown).map(({ path }) => path);
  const lost = pathsOf(false);
  const unknown = pathsOf(true).filter(path => !isExtension(path));
  const isUncertain = (path: string) => lost.some(lostPath => coversPath(lostPath, `${element}/${path}`));
  const isAmong = (paths: readonly string[], path: string) =>
    paths.some(lostPath => coversPath(`${element}/${path}`, lostPath));
  return {
    countLoss,
    isUncertain,
    isDamaged: path => isUncertain(path) || isAmong(lost, path),
    hasUnknown: path => isAmong(unknown, path),
  };
};

/** A document that is being translated. */
export type OpenDocument<T> = {
  /** Reading a value of it marks the value as read. */
  readonly document: T;
  readonly countLoss: CountLoss;
  /** All losses, when it has been translated: those of reading it, those that were counted, and what of it has not been read. */
  readonly losses: () => readonly Loss[];
};

/** Opens a document for its translation. @param read the losses of reading it. */
export const openDocument = <T extends object>(
  { document: whole, losses: read }: { readonly document: T; readonly losses: readonly Loss[] },
  { element, plan }: { readonly element: string; readonly plan: ObjectPlan },
): OpenDocument<T> => {
  const lost: Loss[] = [];
  const { document, unread } = trackDocument(whole, plan);
  const countLoss: CountLoss = ({ path, ...loss }) => void lost.push({ path: `${element}/${path}`, ...loss });
  const losses = () => {
    for (const loss of unread()) countLoss(loss);
    return [...read, ...lost];
  };
  return { document, countLoss, losses };
};
