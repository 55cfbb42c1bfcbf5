// Parses Prometheus' text format into samples.
export type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const label = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** Parses a scrape. Throws for a line that is neither a sample nor a comment. */
export const samplesOf = (text: string): Sample[] =>
  text
    .split('\n')
    .filter(written => written !== '' && !written.startsWith('#'))
    .map(written => {
      const [, name, labels = '', value] = line.exec(written) ?? [];
      if (name === undefined) throw new Error(`no sample: ${written}`);
      return {
        name,
        labels: Object.fromEntries([...labels.matchAll(label)].map(([, key, text]) => [key, text])),
        value: Number(value),
      };
    });

/** The sum of all samples with this name and these labels. */
export const sumOf = (
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number =>
  samples
    .filter(sample => sample.name === name)
    .filter(sample => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);
