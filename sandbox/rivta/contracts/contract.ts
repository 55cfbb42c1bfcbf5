// A contract in the simulator: its address, the checks of a request, and the answer.
import type { World } from '../../extracts/world.ts';
import type { Element } from '../soap/read-xml.ts';
import type { Child } from '../soap/xml.ts';

export type Contract = {
  /** The name of the interaction and of its request element: `GetCareContacts`. The answer element is called `…Response`. */
  readonly name: string;
  /** The namespace of request and answer: the `SOAPAction` without the name. */
  readonly responder: string;
  /** Checks the request, and header blocks other than the address if the contract has any. @throws Refusal */
  check(request: Element, headers: readonly Element[], logicalAddress: string): void;
  /** The number of the requested patient. */
  patient(request: Element): string;
  /** Logical addresses that the contract accepts besides the region's: some contracts address a single unit. */
  addresses?(request: Element): readonly string[];
  /** The content of the answer to a valid request. */
  answer(request: Element, world: World): readonly Child[];
};

export const soapAction = ({ responder, name }: Contract): string => `${responder}:${name}`;
