// The schema of the region profile: the region's systems, what each serves, and the region's rules (configuration.md).
import { type Static, type TOptional, type TString, Type } from 'typebox';
import { type SourceKind, sourceKinds } from '../../domain/records/index.ts';
import { baseUrlForm } from '../settings/addresses.ts';
import { configuredProxyForm } from '../settings/proxies.ts';

const positive = (description: string) => Type.Integer({ minimum: 1, description });
const textList = (description: string) => Type.Array(Type.String(), { description });

/**
 * Kind → whether an EHR may filter it by the interval (`intervalAtEhr`): not attention signals, which are in force or not whenever they
 * were written (D8), and patients have none.
 */
const mayFilterByInterval = {
  appointments: true,
  patients: false,
  contacts: true,
  attentionSignals: false,
  videoMeetings: true,
  prescriptions: true,
  journalNotes: true,
} as const satisfies Readonly<Record<SourceKind, boolean>>;

type IntervalKind = {
  [K in SourceKind]: (typeof mayFilterByInterval)[K] extends true ? K : never;
}[SourceKind];

const intervalKinds = sourceKinds.filter((kind): kind is IntervalKind => mayFilterByInterval[kind]);

const text = (description: string) => Type.String({ minLength: 1, description });

/** Unknown members are faults here: a misspelled one would change what is signed or requested. Which go together, its reader checks. */
const Auth = Type.Object(
  {
    tokenUrl: text(baseUrlForm),
    clientId: Type.Optional(text('the id of this service at the authorization server')),
    scope: Type.Optional(text('the scopes to ask for, with spaces between')),
    keyFile: Type.Optional(text('the path of a private key: a JWK or PKCS#8 PEM')),
    kid: Type.Optional(text('the id of the key')),
    clientSecret: Type.Optional(text('env:NAME or file:PATH')),
    secretIn: Type.Optional(
      Type.Enum(['header', 'body'], {
        description: '"header" (Basic, by default) or "body": where the secret is sent',
      }),
    ),
    login: Type.Optional(
      Type.Record(Type.String({ minLength: 1 }), text('a text, env:NAME or file:PATH'), {
        minProperties: 1,
        description: 'the JSON members of a login; a value may be env:NAME or file:PATH',
      }),
    ),
    token: Type.Optional(text('the path of the token in the answer to the login, such as data/accessToken')),
    lifetime: Type.Optional(text('the path of its lifetime in seconds')),
  },
  {
    additionalProperties: false,
    description:
      '{ "tokenUrl", "clientId", "keyFile", "kid", "scope" }, kid only where the key has none; { "tokenUrl", "clientId", "clientSecret", "secretIn", "scope" }; or { "tokenUrl", "login", "token", "lifetime" }',
  },
);
export type Auth = Static<typeof Auth>;

export const ProfileSystem = Type.Object({
  adapter: text('the name of an adapter'),
  baseUrl: text(baseUrlForm),
  headers: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'header names and values; a value may be env:NAME or file:PATH',
    }),
  ),
  tls: Type.Optional(
    Type.Object(
      {
        caFile: Type.Optional(Type.String()),
        certFile: Type.Optional(Type.String()),
        keyFile: Type.Optional(Type.String()),
      },
      { additionalProperties: false, description: 'the paths of PEM files: caFile, certFile, keyFile' },
    ),
  ),
  auth: Type.Optional(Auth),
  proxy: Type.Optional(text(configuredProxyForm)),
  protectedIdentity: Type.Optional(
    // Beside these two, an adapter may have words of its own.
    Type.String({ description: '"absent-means-no" or "not-said"' }),
  ),
  intervalAtEhr: Type.Optional(
    Type.Array(Type.Enum(intervalKinds), { description: `any of ${intervalKinds.join(', ')}` }),
  ),
  ignore: Type.Optional(
    Type.Array(Type.String({ pattern: '^[^\\s:<>]{1,1000}$' }), {
      description: 'local names of XML elements that hold no record',
    }),
  ),
  timeoutMs: Type.Optional(
    // As for REQUEST_TIMEOUT_MS: a timer of Node beyond 2^31 ms ends at once.
    Type.Integer({
      minimum: 1,
      maximum: 3_600_000,
      description: 'a whole number of milliseconds, 1 to 3600000',
    }),
  ),
  maxConcurrent: Type.Optional(positive('a whole number of calls, at least 1')),
  maxAnswerBytes: Type.Optional(positive('a whole number of bytes, at least 1')),
});
export type ProfileSystem = Static<typeof ProfileSystem>;

const Release = Type.Union(
  [
    Type.Literal('ehr'),
    // Unknown members are faults here: a misspelled rule would withhold nothing.
    Type.Object(
      {
        withhold: Type.Object(
          {
            units: Type.Optional(textList('HSA-ids')),
            noteTemplates: Type.Optional(textList('names of note templates')),
            keywords: Type.Optional(textList('keywords')),
            secrecyLevels: Type.Optional(textList('secrecy levels')),
            unsharedContacts: Type.Optional(Type.Boolean()),
          },
          { additionalProperties: false },
        ),
      },
      { additionalProperties: false },
    ),
  ],
  {
    description:
      '"ehr", or { "withhold": { … } } with units, noteTemplates, keywords, secrecyLevels (arrays of texts), unsharedContacts (true or false); there is no default',
  },
);

/** What decides who may act for whom. Unknown members are faults: a misspelled one would change a right. */
const Representation = Type.Object(
  {
    from: Type.Array(Type.Enum(['claims', 'register']), {
      minItems: 1,
      uniqueItems: true,
      description: 'claims, register, or both (then both must grant)',
    }),
    guardianUntilAge: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 18, description: 'a whole number of years, 0 to 18' }),
    ),
  },
  {
    additionalProperties: false,
    description: '{ "from": ["claims", "register"], "guardianUntilAge": 13 }, or one of the two alone',
  },
);

export const Profile = Type.Object(
  {
    name: text('the name of the region'),
    timeZone: Type.String({ description: 'an IANA time zone, such as Europe/Stockholm' }),
    release: Release,
    reserveNumbers: Type.Optional(text('a regular expression')),
    reserveNumbersRoot: Type.Optional(text('the root of reserve numbers')),
    representation: Type.Optional(Representation),
    representProtected: Type.Optional(Type.Boolean({ description: 'true or false' })),
    retentionMonths: Type.Optional(positive('a whole number of months, at least 1')),
    unitNames: Type.Optional(
      Type.Record(Type.String(), text('the name of a unit'), {
        description: 'the id of a care unit → its name',
      }),
    ),
    clientNames: Type.Optional(
      Type.Record(Type.String(), text('the name of an app or a system'), {
        description: 'the id of a client → its name',
      }),
    ),
    systems: Type.Record(Type.String(), ProfileSystem, {
      minProperties: 1,
      description: 'at least one system, by its name',
    }),
    sources: Type.Optional(
      Type.Object(
        Object.fromEntries(sourceKinds.map(kind => [kind, Type.Optional(Type.String())])) as Record<
          SourceKind,
          TOptional<TString>
        >,
        // A misspelled kind would be answered with 501, as one that the region does not offer.
        {
          additionalProperties: false,
          description: `kind → name of a system, for any of ${sourceKinds.join(', ')}`,
        },
      ),
    ),
  },
  { description: 'an object with name, timeZone, release and systems' },
);
export type Profile = Static<typeof Profile>;
