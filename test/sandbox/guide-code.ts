// The code of the guide, as an app developer copies it.
import { runInNewContext } from 'node:vm';
import { guide } from '../../src/http/description/guide.ts';

/** The blocks of code in a language, in their order. */
export const guideBlocks = (language: 'js' | 'sh'): readonly string[] =>
  [...guide('').matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, block = '']) => block,
  );

/**
 * Runs a block of JavaScript.
 * @param given what the block uses and does not declare.
 * @param result the name that it declares, whose value is returned.
 */
export const runBlock = <T>(block: string | undefined, given: object, result: string): Promise<T> =>
  runInNewContext(`(async () => {\n${block}\nreturn ${result};\n})()`, given);
