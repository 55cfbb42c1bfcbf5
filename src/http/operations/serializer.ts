// Records → JSON, by their own schemas: what a schema does not know cannot get out.
import fastJson from 'fast-json-stringify';
import type { TSchema } from 'typebox';
import { sharedSchemas } from '../../domain/records/index.ts';

type Schema = Parameters<typeof fastJson>[0];

const shared = Object.fromEntries(sharedSchemas) as Record<string, Schema>;

/** The JSON text of a value that the schema describes. Integers are exact, bigints included (D25). */
export const serializer = (schema: TSchema): ((value: unknown) => string) =>
  fastJson(schema as Schema, { schema: shared }) as (value: unknown) => string;
