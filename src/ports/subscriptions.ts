/** The subscription behind a subscription key (D3). */
export type Subscription = {
  readonly name: string;
  /** Calls per window, if the subscription has its own limit (D13). */
  readonly rateLimit?: number | undefined;
  /** Calls per window and user, if the subscription has its own limit (D13). */
  readonly userRateLimit?: number | undefined;
  /** Whether it is the only subscription, which may then use the whole service (D31). */
  readonly isOnly: boolean;
  /** The clients whose tokens it accepts; undefined: any client. */
  readonly clients?: readonly string[] | undefined;
};

/** Finds the subscription of a key, given as the caller sent it; undefined for an unknown key. */
export type Subscriptions = (key: string) => Subscription | undefined;
