// A region's tables, compiled: how the EHR is called, what its answers mean, and what becomes of its records.
import type { SourceKind } from '../../../domain/records/index.ts';
import type { ResultCode } from '../../../domain/records/transition.ts';
import type { TimeReader } from '../values/written-times.ts';
import type { Member } from '../xml/plan.ts';
import type { RequestTemplate } from './requests.ts';
import type { Condition, PathTest, Scope, SourceTree, TextReading, WordTest } from './scope.ts';
import type { Format, RecordsPath, Steps } from './source-path.ts';

/** An answer that is recognized by its status and words in its body; by the status alone without words. */
export type AnswerTest = {
  readonly status: number;
  readonly body: readonly PathTest[];
};

/** Where a date of birth stands; or its century, and the digits after it. */
export type BirthPlace = { readonly steps: Steps; readonly digits: Steps | undefined };

/** Where a record, or the answer, names its patient. */
export type OwnerPlaces = {
  readonly record: Steps | undefined;
  readonly answer: Steps | undefined;
  /** Whether only the answer names the patient: if it is an echo of the question, the records may be anybody's. */
  readonly isAnswerAlone: boolean;
  /** Whether a record that names nobody is that of the answer. */
  readonly absentIsAnswers: boolean;
  /** Whether that is the id of the lookup rather than the patient's number. */
  readonly isId: boolean;
  /** Set if the number has ten digits, and where the date of birth stands beside it, or in what the lookup found: it tells whose it is. */
  readonly form: '10' | '6-4' | undefined;
  readonly born: BirthPlace | undefined;
  readonly bornAtLookup: Steps | undefined;
  /** Where it stands in system.json. */
  readonly where: string;
};

/** A mark that decides whether a record is shown. */
export type MarkTest = {
  readonly steps: Steps;
  readonly isShownWithout: boolean;
  /** The mark counts unless one of these fails. */
  readonly when: readonly Condition[];
  /** Where it stands in system.json. */
  readonly where: string;
} & (
  | { readonly kind: 'words'; readonly shown: WordTest; readonly hidden: ReadonlySet<string> }
  /** The record is shown when the time has come. */
  | { readonly kind: 'clock'; readonly reading: TextReading; readonly times: TimeReader }
);

/** Tells the items of a list that are records of another kind. */
export type OtherKinds = {
  readonly steps: Steps;
  /** The words of this kind. */
  readonly own: WordTest;
  /** Those of the others; undefined if they are all other words, or none. */
  readonly words: ReadonlySet<string> | undefined;
};

/** How an answer goes on. */
export type NextPage =
  | {
      readonly kind: 'cursor';
      readonly steps: Steps;
      readonly parameter: string;
      /** Whether the EHR sends a number. */
      readonly isDigits: boolean;
    }
  | {
      readonly kind: 'counted';
      readonly parameter: string;
      /** The number of the first page; undefined if the parameter counts records. */
      readonly first: number | undefined;
      /** Where the number of all records stands, or whether there are more. */
      readonly end: { readonly total: Steps } | { readonly more: Steps };
    }
  | {
      readonly kind: 'link';
      readonly steps: Steps;
      /** Whether the link may name another host, which is not looked at. */
      readonly ignoresHost: boolean;
    };

/** A call, and where the records stand in its answer. */
export type ListSource = {
  /** What messages call it. */
  readonly name: SourceKind | 'the lookup';
  readonly request: RequestTemplate;
  /** Where the records stand; `lists` are the indexes of the steps that are lists. A single record has none. */
  readonly records: RecordsPath & { readonly isList: boolean };
  /** Where the names of the values stand, if each record is a list of them. */
  readonly columns: { readonly list: Steps; readonly name: Steps } | undefined;
  /** How an answer without the list says that there are no records; undefined if it must have the list. */
  readonly empty: AnswerTest['body'] | undefined;
  /** What every answer says; one that does not is a failure (D14). */
  readonly good: readonly PathTest[];
  /** What an answer says that lacks something; undefined if none does. */
  readonly partial: readonly PathTest[] | undefined;
  readonly owner: OwnerPlaces;
  /** Whether every answer names the patient by the number, even one without records, and not because the request has it. */
  readonly confirmsPatient: boolean;
  /** Paths in `beside`, and the names by which a record would be recognized there. */
  readonly apart: { readonly paths: readonly Steps[]; readonly recordNames: ReadonlyMap<string, unknown> };
  /** What of the answer beside the records is known. Anything else makes it unusable (D14). */
  readonly envelope: SourceTree;
  /** Whether the answer is held until it has ended, because of what its records refer to or have around them. */
  readonly isHeld: boolean;
};

/** What of an answer is not counted although no row reads it. */
export type BesideRows = {
  /** Values that decide what becomes of the answer. */
  readonly decisive: readonly Steps[];
  /** Paths in `ignore`, and names that are ignored at any depth. */
  readonly ignored: readonly Steps[];
  readonly anywhere: ReadonlySet<string>;
};

/** A list of an answer to which its records refer: the members of an object, or items with a key. */
export type Reference = {
  readonly steps: Steps;
  /** Where an item has its key; undefined if the names of the members are the keys. */
  readonly key: Steps | undefined;
  readonly format: Format;
  /** What of a referred object is left unpublished on purpose. */
  readonly ignored: readonly Steps[];
};

/** A request of a kind, and its table. */
export type KindTables = ListSource & {
  /** The name of its file, without its ending. */
  readonly table: string;
  /** Answers that say that there are no records, and that nobody knows whether there are. */
  readonly none: readonly AnswerTest[];
  readonly unknown: readonly AnswerTest[];
  /** Name → the list of the answer that rows refer to. */
  readonly references: ReadonlyMap<string, Reference>;
  /** What a record becomes. */
  readonly scope: Scope;
  /** What of a record is read by no row, and not counted. */
  readonly beside: BesideRows;
  readonly visible: readonly MarkTest[];
  /** Undefined if every item is a record of this kind. */
  readonly others: OtherKinds | undefined;
  readonly next: NextPage | undefined;
  /** The member of a journal note that holds its text: a note without any lacks it. */
  readonly content: Member | undefined;
  /** Whether its records say whether the identity is protected; undefined for kinds other than patients. */
  readonly statesProtection: boolean | undefined;
  /** Whether the call passes an interval on. */
  readonly takesInterval: boolean;
};

export type LookupTables = ListSource & {
  readonly id: Steps;
  readonly isDigits: boolean;
  /** Where its records have the dates of birth that kinds look at (`bornAtLookup`). */
  readonly births: readonly Steps[];
  /** The kind whose record names the patient of the id; undefined if only the lookup's answer does. */
  readonly confirmedBy: KindTables | undefined;
  /** Whether all that names the patient may be an echo of the question: then the id, too, may be another person's (D17). */
  readonly mayBeEcho: boolean;
};

export type WriteResult = AnswerTest & {
  /** `pending`: the EHR has received the write, and does it later, or not. */
  readonly result: ResultCode | 'pending' | 'unknown-patient' | 'unknown-booking';
  readonly comment: Steps | undefined;
};

export type WriteTables = {
  readonly request: RequestTemplate;
  /** In their order: the first that fits counts. */
  readonly results: readonly WriteResult[];
  readonly beside: BesideRows;
  /** Whether the state that it leads to can be read of the booking: otherwise nothing tells afterwards whether it is done (D21). */
  readonly isReadable: boolean;
};

export type Tables = {
  readonly format: Format;
  /** Prefix of the tables → XML namespace; undefined if namespaces do not matter. */
  readonly namespaces: ReadonlyMap<string, string> | undefined;
  readonly decimals: 'point' | 'comma';
  /** What may stand between the thousands of a number. */
  readonly thousands: 'space' | undefined;
  readonly lookup: LookupTables | undefined;
  readonly unknownPatient: AnswerTest | 'empty-lookup';
  /** The requests of each kind that there is; of patients and appointments, one. */
  readonly kinds: ReadonlyMap<SourceKind, readonly KindTables[]>;
  /** Whether an answer that lacks something is used and counted (D29). */
  readonly takesPartial: boolean;
  readonly writes: { readonly arrive?: WriteTables; readonly pay?: WriteTables };
  /** Identifies this version of the files. */
  readonly hash: string;
};
