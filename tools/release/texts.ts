// The texts of a release: the changelog's section, the message of the tag, and the container file with pinned bases.
import { Refusal } from '../command.ts';

/** The part of the changelog about a version, without its heading. */
export type Section = {
  /** The day of the release; undefined before it. */
  readonly day: string | undefined;
  readonly text: string;
};

/** Throws a refusal if the changelog has no section of this version, or an empty one. */
export const sectionOf = (changelog: string, version: string): Section => {
  const [, ...sections] = changelog.split(/^## /m);
  for (const section of sections) {
    const end = section.indexOf('\n');
    const [, named, about = ''] = /^(\S+) \((.+)\)$/.exec(section.slice(0, end)) ?? [];
    if (named !== version) continue;
    const text = section.slice(end).trim();
    if (text === '') break;
    return { day: /^\d{4}-\d\d-\d\d$/.test(about) ? about : undefined, text: `${text}\n` };
  }
  throw new Refusal(`CHANGELOG.md has no section "## ${version} (YYYY-MM-DD)" with a text.`);
};

/** The message of the tag: for `git tag --sign --file`. */
export const tagText = (
  version: string,
  { section, archive, sum }: { section: Section; archive: string; sum: string },
): string => `Patient Data Access Service ${version}

${section.text}
SHA-256 of ${archive}:
${sum}
`;

/** The images that a container file begins with, each once: neither stages of the same file nor images pinned already. */
export const basesOf = (containerfile: string): string[] => {
  const stages = new Set<string>();
  const bases = new Set<string>();
  for (const [, image = '', stage] of containerfile.matchAll(/^FROM (\S+)(?: AS (\S+))?$/gm)) {
    if (!stages.has(image) && !image.includes('@')) bases.add(image);
    if (stage !== undefined) stages.add(stage);
  }
  return [...bases];
};

/** Digests by image, as `IMAGE=sha256:…` gives them. Throws a refusal for anything else. */
export const readDigests = (given: readonly string[]): Map<string, string> => {
  const digests = new Map<string, string>();
  for (const option of given) {
    const [, image, digest] = /^([^=@\s]+)=(sha256:[0-9a-f]{64})$/.exec(option) ?? [];
    if (image === undefined || digest === undefined)
      throw new Refusal(
        '--digest: IMAGE=sha256:…, with 64 hexadecimal digits, such as node:24-slim=sha256:….',
      );
    digests.set(image, digest);
  }
  return digests;
};

/** The container file with each base pinned. Throws a refusal for a base without a digest, and a digest without a base. */
export const pinned = (containerfile: string, digests: ReadonlyMap<string, string>): string => {
  const bases = basesOf(containerfile);
  const missing = bases.filter(base => !digests.has(base));
  if (missing.length > 0)
    throw new Refusal(
      [
        `The digest of ${missing.join(' and ')} is not known. Look it up, and give it with --digest IMAGE=sha256:…:`,
        ...missing.map(base => `  docker buildx imagetools inspect ${base}`),
      ].join('\n'),
    );
  const unused = [...digests.keys()].filter(image => !bases.includes(image));
  if (unused.length > 0) throw new Refusal(`The container file does not begin with ${unused.join(' or ')}.`);
  return containerfile.replace(/^FROM (\S+)/gm, (line, image) =>
    digests.has(image) ? `${line}@${digests.get(image)}` : line,
  );
};
