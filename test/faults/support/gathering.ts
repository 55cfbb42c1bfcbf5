// Equal calls at once: the EHR holds its first answer back until all of them are on their way.
import { setImmediate } from 'node:timers/promises';

/** Turns of the event loop, not milliseconds: a busy machine takes as many, only longer. */
const turnsToUseCase = 100;

/** Waits for one call, until another number is awaited. */
export const gathering = () => {
  let counted = 0;
  let awaited = 1;
  let all = Promise.withResolvers<void>();
  const onTheirWay = async () => {
    for (let turn = 0; turn < turnsToUseCase; turn++) await setImmediate();
  };
  return {
    /** Resolves as soon as all awaited calls are on their way to the use case. */
    allAreThere: () => all.promise,
    /** Begins anew. */
    await: (calls: number) => {
      counted = 0;
      awaited = calls;
      all = Promise.withResolvers();
    },
    /** The rate counter of the service, which counts every call twice: the second time after its token. */
    counter: async () => {
      counted++;
      if (counted === awaited * 2) void onTheirWay().then(all.resolve);
      return 1;
    },
  };
};
