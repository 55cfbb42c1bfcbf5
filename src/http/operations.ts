// THE TABLE: the operations of the contract, one row each. All that differs between them is here.
import { JournalNoteRecord } from '../domain/records/journal-note.ts';
import { type Operation, reads } from './operation.ts';

const usual = [401, 403, 429] as const;

export const operations: readonly Operation[] = [
  reads({
    number: 10,
    name: 'journalNotes',
    title: 'journal notes',
    path: '/patients/journalnotes/',
    scope: 'user/JournalNote-read',
    interval: true,
    item: JournalNoteRecord,
    shape: 'message',
    documented: usual,
    decided: ['D8'],
    run: ({ read }, question) => read.journalNotes(question),
  }),
];
