/** What a subscription key stands for (D3). */
export type Subscription = {
  readonly name: string;
  /** Its own number of calls per window, where it has one (D13). */
  readonly rateLimit?: number | undefined;
  /** Its own number of calls per window for one of its users, where it has one (D13). */
  readonly userRateLimit?: number | undefined;
  /** Whether no other subscription has a key: then it need not leave anything to others (D31). */
  readonly isOnly: boolean;
  /** The clients whose tokens go with it; undefined: any. */
  readonly clients?: readonly string[] | undefined;
};

/** The subscription of a key as the caller sent it; undefined for an unknown key. */
export type Subscriptions = (key: string) => Subscription | undefined;
