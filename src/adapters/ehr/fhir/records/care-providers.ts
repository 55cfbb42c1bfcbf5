// Care professionals: a Practitioner, or a PractitionerRole with its position and organisation.
import type * as R4 from 'fhir/r4.js';
import { memoize } from '../../../../domain/model/memoize.ts';
import type { Identifier } from '../../../../domain/records/shared/common.ts';
import { contactPart } from '../../../../domain/records/shared/layout-v2.ts';
import { definedItems, hsaId, nonBlank, nonEmptyList, partialObject } from '../../values/values.ts';
import { conceptOf, textOfConcept } from '../elements/coded.ts';
import {
  child,
  children,
  type Element,
  first,
  hidingNothing,
  objectAt,
  objectsAt,
  readOnce,
  rootOfType,
  sentValue,
  type With,
} from '../elements/element.ts';
import { idAt, idsIn, publishedIdentifier } from '../elements/identifiers.ts';
import { nameOf } from '../elements/names.ts';
import { text } from '../elements/primitives.ts';
import { countPlaceless, countUnresolved, serverId } from '../elements/reference.ts';
import type { References } from '../search/references.ts';
import type { QuestionContext } from '../search/server-context.ts';
import type { UnitIds, Units } from './units.ts';

export type Professional = {
  /** With the root of HSA-ids. */
  readonly id: Identifier | undefined;
  readonly internalId: string | undefined;
  readonly name: string | undefined;
  /** Under the extract's names. */
  readonly position: ReturnType<typeof positionIn>;
  readonly unit: UnitIds | undefined;
};

const positionIn = (position: Element<R4.CodeableConcept> | undefined) => {
  const concept = conceptOf(position);
  const coding = concept?.codings.find(({ code }) => code !== undefined);
  return partialObject({
    CareProviderPositionID: publishedIdentifier(coding && { system: coding.system, value: coding.code }),
    CareProviderPositionName: textOfConcept(concept),
  });
};

const qualificationOf = (root: Element<R4.Practitioner>) => {
  const codes = children(root, 'qualification').map(qualification => child(qualification, 'code'));
  return first(definedItems(codes), root, 'qualification');
};

export const people: ReadonlySet<string> = new Set(['Practitioner', 'PractitionerRole']);

/** The professionals that references of one request lead to, each translated once. */
export const professionalsIn = (
  context: QuestionContext,
  { references, units }: { readonly references: References; readonly units: Units },
) => {
  const { registers } = context;

  const hsaIn = (ids: ReturnType<typeof idsIn>) =>
    hsaId(ids.find(({ system, value }) => registers.isHsa(system) && value !== undefined)?.value);

  /** Whether a reference names something other than a professional. */
  const isToOther = (reference: Element<R4.Reference>): boolean => {
    const type = references.typeOf(reference);
    return type !== undefined && !people.has(type);
  };

  const byReference = (reference: Element<R4.Reference>): Professional | undefined => {
    const id = idAt(reference, 'identifier');
    const name = text(reference, 'display');
    if (id?.value === undefined && name === undefined) return countUnresolved(reference);
    return {
      id: hsaIn(id === undefined ? [] : [id]),
      internalId: undefined,
      name,
      position: undefined,
      unit: undefined,
    };
  };

  const practitioner = readOnce(
    (root: Element<R4.Practitioner>): Professional => ({
      id: hsaIn(idsIn(root)),
      internalId: serverId(root),
      name: nameOf(root, context),
      position: positionIn(qualificationOf(root)),
      unit: undefined,
    }),
  );

  /** The person of a role; undefined if they are withheld. */
  const personOf = (reference: Element<R4.Reference>): Professional | undefined => {
    const lookup = references.lookUp(reference);
    if (lookup.state === 'withheld') return undefined;
    const person = rootOfType(lookup.root, 'Practitioner');
    return person === undefined ? byReference(reference) : practitioner(person);
  };

  /** The unit of a role. One that is neither found nor named is counted. */
  const unitOf = (organization: Element<R4.Reference> | undefined): UnitIds | undefined => {
    if (organization === undefined) return undefined;
    const unit = units.at(organization)?.unit;
    if (unit === undefined && references.lookUp(organization).state === 'missing')
      countUnresolved(organization);
    return unit?.ids;
  };

  const role = readOnce((root: Element<R4.PractitionerRole>): Professional => {
    const person = child(root, 'practitioner');
    const professional = person === undefined ? undefined : personOf(person);
    const code = first(children(root, 'code'), root, 'code');
    return {
      id: professional?.id ?? hsaIn(idsIn(root)),
      internalId: professional?.internalId ?? serverId(root),
      name: professional?.name,
      position: code === undefined ? professional?.position : positionIn(code),
      unit: unitOf(child(root, 'organization')),
    };
  });

  const professionalIn = (root: Element<R4.DomainResource>): Professional | undefined => {
    const person = rootOfType(root, 'Practitioner');
    const inRole = rootOfType(root, 'PractitionerRole');
    return person === undefined ? inRole && role(inRole) : practitioner(person);
  };

  /** The professional that a reference names; undefined, and counted, if it names something else or nothing is known about them. */
  return (reference: Element<R4.Reference>): Professional | undefined => {
    if (isToOther(reference)) return countPlaceless(reference);
    const lookup = references.lookUp(reference);
    if (lookup.state === 'withheld') return undefined;
    if (lookup.state === 'missing') return byReference(reference);
    const professional = professionalIn(lookup.root);
    if (professional === undefined) return undefined;
    // Read in any case, so an unreadable one is counted.
    const display = text(reference, 'display');
    return professional.name === undefined ? { ...professional, name: display } : professional;
  };
};

type ProfessionalAt = ReturnType<typeof professionalsIn>;

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
export type Named = { readonly reference: Element<R4.Reference>; readonly type: string | undefined };

/**
 * The references in a member, a single one or a list. The role is the name of the member. What is lost in a reference hides nothing;
 * one that is lost itself hides what its element hides.
 */
export const namedBy = <M extends string>(
  root: With<M, R4.Reference | readonly R4.Reference[]>,
  type: M,
): readonly Named[] => {
  if (Array.isArray(sentValue(root, type))) {
    const references = objectsAt<R4.Reference, M>(root as With<M, readonly R4.Reference[]>, type);
    return references.map(reference => ({ reference: hidingNothing(reference), type }));
  }
  const reference = objectAt<R4.Reference, M>(root as With<M, R4.Reference>, type);
  return reference === undefined ? [] : [{ reference: hidingNothing(reference), type }];
};

const inContacts = (professional: Professional, type: string | undefined) =>
  contactPart(withCareProviderPosition(professional, type));

/**
 * Lists the professionals among those whom a record names. Each is made once for each role: the records of a request mostly
 * name the same few.
 */
const professionalList = <T>(
  professionalAt: ProfessionalAt,
  publish: (professional: Professional, type: string | undefined) => T | undefined,
) => {
  const published = memoize((professional: Professional) =>
    memoize((type: string | undefined) => publish(professional, type)),
  );
  return (named: readonly Named[]) =>
    nonEmptyList(
      named.map(({ reference, type }) => {
        const professional = professionalAt(reference);
        return professional === undefined ? undefined : published(professional)(type);
      }),
    );
};

/** The lists of professionals of one request: kinds name their position differently. */
export const professionalLists = (professionalAt: ProfessionalAt) => ({
  careProviders: professionalList(professionalAt, withCareProviderPosition),
  careProvidersOfContacts: professionalList(professionalAt, inContacts),
  providers: professionalList(professionalAt, withProviderPosition),
});
