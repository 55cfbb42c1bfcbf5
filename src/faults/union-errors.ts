// Which errors of a JSON Schema's unions (`anyOf`) say what is wrong: every alternative reports that it does not match, and only one of them
// is meant.
import type { ErrorObject } from 'ajv';

/** A union that a value does not match, and the alternative that is probably meant; undefined if the value looks like none of them. */
type Union = { readonly path: string; readonly instance: string; readonly meant: string | undefined };

const isWithin = (pointer: string, around: string) => pointer === around || pointer.startsWith(`${around}/`);

/** The alternative of a union at a path that has an error: its index. */
const alternativeOf = (schemaPath: string, union: string): string | undefined =>
  schemaPath.startsWith(`${union}/`) ? schemaPath.slice(union.length + 1).split('/')[0] : undefined;

/**
 * How little a value looks like an alternative: by its members that the alternative does not know, then by what else is wrong. Infinite
 * for one of another type, such as an object where the alternative is a text.
 */
const distance = (errors: readonly ErrorObject[], instance: string, alternative: string): number => {
  const isOfAnotherType = errors.some(
    ({ instancePath, schemaPath, keyword }) =>
      instancePath === instance &&
      schemaPath === `${alternative}/${keyword}` &&
      /^(?:type|enum|const)$/.test(keyword),
  );
  if (isOfAnotherType) return Number.POSITIVE_INFINITY;
  const unknown = errors.filter(
    ({ instancePath, keyword }) => instancePath === instance && keyword === 'additionalProperties',
  );
  return unknown.length * 1000 + errors.length;
};

const unionOf = (
  { schemaPath: path, instancePath: instance }: ErrorObject,
  errors: readonly ErrorObject[],
): Union => {
  const within = errors.filter(({ instancePath }) => isWithin(instancePath, instance));
  const alternatives = Map.groupBy(within, ({ schemaPath }) => alternativeOf(schemaPath, path));
  const [nearest] = [...alternatives]
    .filter(([at]) => at !== undefined)
    .map(([at, own]) => ({ at, far: distance(own, instance, `${path}/${at}`) }))
    .sort((left, right) => left.far - right.far);
  return {
    path,
    instance,
    meant: nearest !== undefined && nearest.far < Number.POSITIVE_INFINITY ? nearest.at : undefined,
  };
};

/**
 * Whether an error is one of the alternative that is meant, of each union that it is within: of a member that the alternative does not
 * know, or of the value of one that it does.
 */
const isOfMeant = ({ schemaPath, instancePath, keyword }: ErrorObject, unions: readonly Union[]): boolean =>
  unions.every(({ path, instance, meant }) => {
    const alternative = alternativeOf(schemaPath, path);
    if (alternative === undefined || !isWithin(instancePath, instance)) return true;
    return alternative === meant && (keyword === 'additionalProperties' || instancePath !== instance);
  });

/**
 * The errors to report. Of a union, what it expects as a whole, and the members that the alternative that is probably meant does not know;
 * if only values of known members are wrong, these alone. Of the items of which one must match (`contains`), only unknown members: what
 * the list as a whole expects says more.
 */
export const reportedErrors = (errors: readonly ErrorObject[]): ErrorObject[] => {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf').map(error => unionOf(error, errors));
  const kept = errors.filter(
    error =>
      (error.keyword === 'additionalProperties' || !error.schemaPath.includes('/contains/')) &&
      isOfMeant(error, unions),
  );
  const isSaidByMembers = ({ path, instance, meant }: Union): boolean => {
    const own = errors.filter(
      error => alternativeOf(error.schemaPath, path) === meant && isWithin(error.instancePath, instance),
    );
    return own.length > 0 && own.every(({ instancePath }) => instancePath !== instance);
  };
  return kept.filter(error => {
    const own = unions.find(
      ({ path, instance }) => error.schemaPath === path && error.instancePath === instance,
    );
    return own === undefined || !isSaidByMembers(own);
  });
};
