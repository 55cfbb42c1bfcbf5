// The administration entries: who read, exported, verified or changed the access log. They are a chain of their own (D23).

export type AdministrationAction =
  | 'read'
  | 'export'
  | 'verify'
  | 'retain'
  | 'hold'
  | 'release-hold'
  | 'migrate';

/** What somebody is about to do with the access log. */
export type AdministrationAct = {
  readonly action: AdministrationAction;
  /** The options of the command, patient numbers included. */
  readonly question: Readonly<Record<string, unknown>>;
  /** Why, in the words of whoever runs the command. */
  readonly reason?: string | undefined;
  /** The account at the operating system, as far as the environment tells. */
  readonly login?: string | undefined;
  /** Months such as `2026-01`: for `retain` those that were dropped, for `migrate` all that exist. */
  readonly months?: readonly string[] | undefined;
  /** For `retain`: how many entries were dropped. */
  readonly entries?: number | undefined;
  /** For `retain`: the last hash of each chain in what was dropped. */
  readonly last?: readonly string[] | undefined;
};

/** An entry of the chain. What is absent is null. */
export type AdministrationEntry = {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly action: AdministrationAction;
  /** The user of the database, or of the operating system where the log is a file. */
  readonly user: string;
  readonly login: string | null;
  readonly question: Readonly<Record<string, unknown>>;
  readonly reason: string | null;
  readonly months: readonly string[] | null;
  readonly entries: number | null;
  readonly last: readonly string[] | null;
  /** SHA-256 of the entry before it; null for the first one. */
  readonly prev: string | null;
};

/** An entry of the chain with its own hash. */
export type ChainedAct = { readonly entry: AdministrationEntry; readonly hash: string };
