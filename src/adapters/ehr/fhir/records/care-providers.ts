// Care professionals: a Practitioner, or a PractitionerRole with its position and organisation.
import { memoize } from '../../../../domain/model/memoize.ts';
import type { Identifier } from '../../../../domain/records/shared/common.ts';
import { hsaId, nonBlank, nonEmptyList, partialObject } from '../../translation/values.ts';
import { conceptOf, textOfConcept } from '../elements/coded.ts';
import { child, children, type Element, first } from '../elements/element.ts';
import { idIn, idsIn, publishedIdentifier } from '../elements/identifiers.ts';
import { nameOf } from '../elements/names.ts';
import { text } from '../elements/primitives.ts';
import { countUnresolved, serverId } from '../elements/reference.ts';
import type { References } from '../reading/references.ts';
import { nowIn, type Translation } from '../reading/translation.ts';
import { readOnce } from './read-once.ts';
import type { UnitIds, Units } from './units.ts';

export type Professional = {
  /** With the root of HSA-ids. */
  readonly id: Identifier | undefined;
  readonly internalId: string | undefined;
  readonly name: string | undefined;
  /** Under the extract's names. */
  readonly position: ReturnType<typeof publishedPosition>;
  readonly positionName: string | undefined;
  readonly unit: UnitIds | undefined;
};

const publishedPosition = (id: Identifier | undefined, name: string | undefined) =>
  partialObject({ CareProviderPositionID: id, CareProviderPositionName: name });

export type Professionals = {
  /** The professional that a reference names; undefined if it names something else, or if nothing is known about them. */
  at(reference: Element): Professional | undefined;
};

export const people: ReadonlySet<string> = new Set(['Practitioner', 'PractitionerRole']);

export const professionalsIn = (
  translation: Translation,
  { references, units }: { readonly references: References; readonly units: Units },
): Professionals => {
  const { registers, times } = translation;

  const hsaIn = (ids: ReturnType<typeof idsIn>) =>
    hsaId(ids.find(({ system, value }) => registers.isHsa(system) && value !== undefined)?.value);

  const positionIn = (concepts: readonly Element[]) => {
    const concept = conceptOf(concepts[0]);
    const coding = concept?.codings.find(({ code }) => code !== undefined);
    const id = coding && publishedIdentifier({ system: coding.system, value: coding.code });
    const positionName = textOfConcept(concept);
    return { position: publishedPosition(id, positionName), positionName };
  };

  const codesOf = (root: Element, list: string): Element[] => {
    const concepts =
      list === 'qualification'
        ? children(root, list).flatMap(one => child(one, 'code') ?? [])
        : children(root, list);
    const kept = first(concepts, root, list);
    return kept === undefined ? [] : [kept];
  };

  /** Whether a reference names something other than a professional. */
  const isToOther = (reference: Element): boolean => {
    const type = references.typeOf(reference);
    return type !== undefined && !people.has(type);
  };

  const now = { times, now: nowIn(translation) };

  const byReference = (reference: Element): Professional | undefined => {
    const logical = child(reference, 'identifier');
    const id = logical === undefined ? undefined : idIn(logical);
    const name = text(reference, 'display');
    if (id?.value === undefined && name === undefined) return countUnresolved(reference);
    return {
      id: hsaIn(id === undefined ? [] : [id]),
      internalId: undefined,
      name,
      position: undefined,
      positionName: undefined,
      unit: undefined,
    };
  };

  const practitioner = readOnce(
    (root): Professional => ({
      id: hsaIn(idsIn(root)),
      internalId: serverId(root),
      name: nameOf(root, now),
      ...positionIn(codesOf(root, 'qualification')),
      unit: undefined,
    }),
  );

  /** The person of a role; undefined if they are withheld. */
  const personOf = (reference: Element): Professional | undefined => {
    const found = references.lookUp(reference);
    if (found.state === 'withheld') return undefined;
    const isPerson = found.state === 'found' && found.target.resource.resourceType === 'Practitioner';
    return isPerson ? practitioner(found.target.root) : byReference(reference);
  };

  const role = readOnce((root): Professional => {
    const person = child(root, 'practitioner');
    const professional = person === undefined ? undefined : personOf(person);
    const codes = codesOf(root, 'code');
    return {
      id: professional?.id ?? hsaIn(idsIn(root)),
      internalId: professional?.internalId ?? serverId(root),
      name: professional?.name,
      ...(codes.length > 0
        ? positionIn(codes)
        : { position: professional?.position, positionName: professional?.positionName }),
      unit: units.at(child(root, 'organization'))?.unit?.ids,
    };
  });

  const readers: Readonly<Record<string, (root: Element) => Professional>> = {
    Practitioner: practitioner,
    PractitionerRole: role,
  };

  return {
    at: reference => {
      if (isToOther(reference)) return undefined;
      const found = references.lookUp(reference);
      if (found.state === 'withheld') return undefined;
      if (found.state === 'missing') return byReference(reference);
      const { resource, root } = found.target;
      const read = Object.hasOwn(readers, resource.resourceType) ? readers[resource.resourceType] : undefined;
      if (read === undefined) return undefined;
      const professional = read(root);
      // Read in any case, so that an unreadable one is counted.
      const display = text(reference, 'display');
      return professional.name === undefined ? { ...professional, name: display } : professional;
    },
  };
};

/** A professional under the extract's names, without the position: its name differs between kinds. */
const withoutPosition = ({ id, internalId, name, unit }: Professional, type: string | undefined) => ({
  CareProviderType: nonBlank(type),
  CareProviderID: id,
  CareProviderInternalID: internalId,
  CareProviderName: name,
  CareProviderUnit: unit,
});

const withCareProviderPosition = (professional: Professional, type: string | undefined) =>
  partialObject({ ...withoutPosition(professional, type), CareProviderPosition: professional.position });

const withProviderPosition = (professional: Professional, type: string | undefined) =>
  partialObject({ ...withoutPosition(professional, type), ProviderPosition: professional.position });

/** A reference to a person or an organisation, with the role in which the record names it. */
export type Named = { readonly reference: Element; readonly type: string | undefined };

/** The references in a member, a single one or a list. The role is the name of the member. */
export const namedBy = (root: Element, type: string): readonly Named[] => {
  if (Array.isArray(root.node[type])) return children(root, type).map(reference => ({ reference, type }));
  const reference = child(root, type);
  return reference === undefined ? [] : [{ reference, type }];
};

/**
 * Lists the professionals among those whom a record names. Each is made once for each role: the records of a request mostly
 * name the same few.
 */
const listOf = <T>(
  professionals: Professionals,
  publish: (professional: Professional, type: string | undefined) => T | undefined,
) => {
  const published = memoize((professional: Professional) =>
    memoize((type: string | undefined) => publish(professional, type)),
  );
  return (named: readonly Named[]) =>
    partialObject({
      CareProvider: nonEmptyList(
        named.map(({ reference, type }) => {
          const professional = professionals.at(reference);
          return professional === undefined ? undefined : published(professional)(type);
        }),
      ),
    });
};

/** The lists of professionals of one request: kinds name their position differently. */
export const professionalLists = (professionals: Professionals) => ({
  careProviders: listOf(professionals, withCareProviderPosition),
  providers: listOf(professionals, withProviderPosition),
});
export type ProfessionalLists = ReturnType<typeof professionalLists>;
