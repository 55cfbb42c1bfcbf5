// Keeps V8 from optimizing undici's HTTP parser. It is WebAssembly, and one of its functions has thousands of states. Optimizing it
// takes 20 MB (10 MB of them permanently) and 40 ms of CPU just when the first requests arrive, and makes no answer faster.
import { setFlagsFromString } from 'node:v8';

/** @param index the only function that V8 may optimize: 0 is an imported one, which has no code; -1 allows all. */
const optimizeOnly = (index: number) => setFlagsFromString(`--wasm-tier-up-filter=${index}`);

/**
 * Runs the first fetch. The parser is compiled when the first answer arrives, and never again. If no answer arrives, it is compiled
 * later, and optimized. The flag is reset afterwards, because V8 rejects cached code that was made with other flags.
 */
export const withPlainParser = async <T>(fetchFirst: () => Promise<T>): Promise<T> => {
  optimizeOnly(0);
  try {
    return await fetchFirst();
  } finally {
    optimizeOnly(-1);
  }
};
