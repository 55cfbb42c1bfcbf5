// The administration entries: who read, exported, verified or changed the access log. They are a chain of their own (D23).

/** An entry of the chain. What is absent is null. */
export type AdministrationEntry = {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly action: 'read' | 'export' | 'verify' | 'retain' | 'hold' | 'release-hold' | 'migrate';
  /** The user of the database, or of the operating system where the log is a file. */
  readonly user: string;
  /** The account at the operating system, as far as the environment tells. */
  readonly login: string | null;
  /** The options of the command, patient numbers included. */
  readonly question: Readonly<Record<string, unknown>>;
  /** Why, in the words of whoever runs the command. */
  readonly reason: string | null;
  /** Months such as `2026-01`: for `retain` those that were dropped, for `migrate` all that exist. */
  readonly months: readonly string[] | null;
  /** For `retain`: how many entries were dropped. */
  readonly entries: number | null;
  /** For `retain`: the last hash of each chain in what was dropped. */
  readonly last: readonly string[] | null;
  /** SHA-256 of the entry before it; null for the first one. */
  readonly prev: string | null;
};

/** What somebody is about to do with the access log: the members of its entry that a command gives. */
export type AdministrationAct = Pick<AdministrationEntry, 'action' | 'question'> & {
  readonly [M in 'login' | 'reason' | 'months' | 'entries' | 'last']?:
    | NonNullable<AdministrationEntry[M]>
    | undefined;
};

/** An entry of the chain with its own hash. */
export type ChainedAct = { readonly entry: AdministrationEntry; readonly hash: string };
