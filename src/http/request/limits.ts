// The limits of the server: what one client may use (D31), and when the server is overloaded. They are here because every other room of
// `http` may import this one.

export const serverLimits = {
  /** Open connections. Each costs memory, with TLS about 50 KB: beyond this limit, add instances instead. */
  connections: 10_000,
  /** Unanswered requests on one connection; one more closes it. */
  unanswered: 16,
  /** Milliseconds that a TLS handshake may take. */
  handshakeTimeoutMs: 10_000,
  /** Milliseconds from the head of a request to the end of its body. */
  bodyTimeoutMs: 5000,
  /** Bodies that have not arrived as a whole. */
  bodies: 500,
  bodiesPerSubscription: 64,
  bodiesPerUser: 8,
  /** Milliseconds that a client may take to receive an answer; then its connection is closed. */
  sendTimeoutMs: 60_000,
  /** Requests in flight that have passed the gates. Beyond them, the instance is overloaded. */
  requests: 2000,
  /** Mean delay of the event loop over a second, in milliseconds, beyond which the instance is overloaded; 0 for none. */
  eventLoopDelay: 500,
};
export type ServerLimits = Readonly<typeof serverLimits>;
