// What a contract is to the stand-in: where it is asked, what a request must be, and what answers it.
import type { World } from '../world.ts';
import type { Element } from './read-xml.ts';
import type { Child } from './xml.ts';

export type Contract = {
  /** The name of the interaction: `GetCareContacts`. Requests have it, answers have it with `Response` behind it. */
  readonly name: string;
  /** The namespace of request and answer, the `SOAPAction` without the name. */
  readonly responder: string;
  /** Checks the request and, where the contract has more header blocks than the address, these. @throws Refusal */
  check(request: Element, headers: readonly Element[], logicalAddress: string): void;
  /** The number of the patient asked for. */
  patient(request: Element): string;
  /** Logical addresses beside the region's that the contract takes: some address a single unit. */
  addresses?(request: Element): readonly string[];
  /** What stands in the answer to a request that has been checked. */
  answer(request: Element, world: World): readonly Child[];
};

export const soapAction = ({ responder, name }: Contract): string => `${responder}:${name}`;
