// Closes what was opened, in reverse order, because a part may use those that were opened before it.

/** Collects what is to be closed at a stop, and closes it in the opposite order. */
export const closing = () => {
  const closers: (() => unknown)[] = [];
  return {
    /** Registers a function that closes a part. */
    onClose: (close: () => unknown): void => void closers.push(close),
    /**
     * Closes all parts, even if one of them cannot be closed: a broken connection must not keep the access log from being written
     * and closed. Then throws the error, or an AggregateError of several.
     */
    closeAll: async (): Promise<void> => {
      const errors: unknown[] = [];
      for (const close of closers.splice(0).reverse()) {
        try {
          await close();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 1) throw new AggregateError(errors, 'several parts could not be closed');
      if (errors.length === 1) throw errors[0];
    },
  };
};
