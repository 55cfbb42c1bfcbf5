/** What a subscription key stands for (D3). */
export type Subscription = {
  readonly name: string;
  /** Its own number of calls per window, where it has one (D13). */
  readonly rateLimit?: number | undefined;
  /** The clients whose tokens go with it; undefined: any. */
  readonly clients?: readonly string[] | undefined;
};

/** The subscription of a key as the caller sent it; undefined for an unknown key. */
export type Subscriptions = (key: string) => Subscription | undefined;
