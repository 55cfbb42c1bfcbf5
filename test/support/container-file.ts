// Reads container files.

export type Instruction = { readonly name: string; readonly argument: string };

/** The instructions of a container file, in their order. Continued lines are one. */
export const containerInstructions = (text: string): readonly Instruction[] =>
  text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => {
      const [, name = '', argument = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
      return { name, argument };
    });
