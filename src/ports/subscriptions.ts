// The clients of the service, and what each may do.
import type { OperationName } from '../domain/model/operation-names.ts';

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
  /** The first moment at which its keys are no longer accepted, in milliseconds since the epoch; undefined: it does not expire. */
  readonly expiresAt?: number | undefined;
  /** Whether the operator has paused it: its keys are not accepted for now. */
  readonly isPaused?: boolean | undefined;
  /** The operations that it may call; undefined: all. */
  readonly operations?: ReadonlySet<OperationName> | undefined;
  /** Whether it may be used from an address; undefined: from any. */
  readonly mayCallFrom?: ((address: string) => boolean) | undefined;
};

/** Finds the subscription of a key, given as the caller sent it; undefined for an unknown key. */
export type Subscriptions = (key: string) => Subscription | undefined;
