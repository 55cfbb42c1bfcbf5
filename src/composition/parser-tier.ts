// Keeps V8 from optimizing undici's HTTP parser. It is WebAssembly, and one of its functions has thousands of states: to
// optimize it takes 20 MB (of which 10 stay) and 40 ms of CPU, just when the first requests arrive, and makes no answer cheaper.
import { setFlagsFromString } from 'node:v8';

/** The index of the only function that V8 may optimize. 0 is an imported one, which has no code; -1 allows all. */
const onlyFunction = (index: number) => setFlagsFromString(`--wasm-tier-up-filter=${index}`);

/**
 * Runs what fetches for the first time: the parser is compiled with the first answer, and for good. If none comes, the parser is
 * compiled later, and optimized. The flag is not left changed, because V8 rejects cached code that was made with other flags.
 */
export const withPlainParser = async <T>(fetchFirst: () => Promise<T>): Promise<T> => {
  onlyFunction(0);
  try {
    return await fetchFirst();
  } finally {
    onlyFunction(-1);
  }
};
