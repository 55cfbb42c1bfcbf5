// The responses of an operation: its success, and its faults.
import { examples } from '../../../domain/records/examples.ts';
import { type RecordKind, recordSchemas } from '../../../domain/records/index.ts';
import { ResultRecord, resultExample } from '../../../domain/records/transition.ts';
import { videoMeetingLimits } from '../../../domain/records/video-meeting.ts';
import type { Operation } from '../../request/operation.ts';
import { component, type OpenApiObject } from './components.ts';
import { type DescribedAddresses, faultResponses } from './fault-responses.ts';
import { describedHeaders } from './response-headers.ts';

const successDescription = (operation: Operation): string => {
  if (operation.method !== 'GET') return 'The outcome is in `ResultCode`.';
  return operation.kind === 'appointments'
    ? 'Always one element: look at `ResultCode`, then at `Booking`.'
    : 'The records. An empty array means that there are none.';
};

/** Bounds on the number of records in an answer (D16, D18). */
const itemBounds: Readonly<Partial<Record<RecordKind, OpenApiObject>>> = {
  appointments: { minItems: 1, maxItems: 1 },
  videoMeetings: { maxItems: videoMeetingLimits.meetings },
};

/** The body of a success: schema and example of one item, and the bounds of the array; undefined for a single object. */
const bodyOf = (operation: Operation) =>
  operation.method === 'GET'
    ? {
        item: recordSchemas[operation.kind],
        example: examples[operation.kind],
        array: itemBounds[operation.kind] ?? {},
      }
    : { item: ResultRecord, example: resultExample, array: operation.answersArray ? {} : undefined };

const success = (operation: Operation): OpenApiObject => {
  const { item, example, array } = bodyOf(operation);
  const content =
    array === undefined
      ? { schema: component(item), example }
      : { schema: { type: 'array', items: component(item), ...array }, example: [example] };
  return {
    description: successDescription(operation),
    headers: describedHeaders(['x-left-out']),
    content: { 'application/json': content },
  };
};

/** Status → response. */
export const responsesOf = (operation: Operation, addresses: DescribedAddresses): OpenApiObject => ({
  200: success(operation),
  ...faultResponses(operation, addresses),
});
