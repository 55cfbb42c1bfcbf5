// The strong alternative: what an engineer who knows the fast libraries would write in a day. Fastify, undici,
// fast-xml-parser, jose, a rate limit and a log line; converters are built from the trees once, at start.
import rateLimit from '@fastify/rate-limit';
import { XMLParser } from 'fast-xml-parser';
import Fastify from 'fastify';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { Pool } from 'undici';
import {
  AUDIENCE,
  EHR,
  ISSUER,
  kinds,
  LOG_FILE,
  namedTrees,
  PORT,
  readers,
  SUBSCRIPTION_KEY,
} from './environment.js';

const text = '$self';
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  textNodeName: text,
  removeNSPrefix: true,
  parseTagValue: false,
});

const textOf = node => (typeof node === 'object' ? (node[text] ?? '') : node);
const asArray = node => (Array.isArray(node) ? node : [node]);

/** Converters of named trees, which allow a tree to contain itself. */
const named = new Map();

const byName = name => {
  if (!named.has(name)) {
    named.set(name, undefined);
    named.set(name, object(namedTrees[name]));
  }
  return node => named.get(name)(node);
};

const converter = tree => {
  if (Array.isArray(tree)) {
    const item = converter(tree[0]);
    return node => asArray(node).map(item);
  }
  if (typeof tree === 'object') return object(tree);
  if (namedTrees[tree] !== undefined) return byName(tree);
  const read = readers[tree];
  return read === undefined ? textOf : node => read(textOf(node));
};

/** Converts an element with members, which may be attributes or children. */
const object = tree => {
  const members = Object.entries(tree).map(([name, inner]) => [name, converter(inner)]);
  return node => {
    const made = {};
    if (typeof node === 'string') {
      if (text in tree) made[text] = node;
      return made;
    }
    for (const [name, convert] of members) {
      const value = node[name];
      if (value !== undefined) made[name] = convert(value);
    }
    return made;
  };
};

const version = object({ XSDVersion: 'Version' });

const translate = ({ root, element, convert }, xml) => {
  const document = parser.parse(xml)[root];
  const head = version(document);
  return asArray(document[element] ?? []).map(extract => ({ ...head, [element]: [convert(extract)] }));
};

const app = Fastify({ logger: { level: 'info', file: LOG_FILE }, disableRequestLogging: true });
const ehr = new Pool(EHR);
const keys = createRemoteJWKSet(new URL(`${ISSUER}/jwks`));

await app.register(rateLimit, { max: 1_000_000_000, timeWindow: 5000 });

const authenticate = scope => async (request, reply) => {
  if (request.headers['ocp-apim-subscription-key'] !== SUBSCRIPTION_KEY) {
    return reply
      .code(401)
      .send({ statusCode: 401, message: 'Access denied due to invalid subscription key.' });
  }
  try {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const { payload } = await jwtVerify(token, keys, { issuer: ISSUER, audience: AUDIENCE });
    request.claims = payload;
  } catch {
    return reply.code(401).send({ statusCode: 401, message: 'Invalid access token.' });
  }
  const { patient, scope: granted } = request.claims;
  if (!granted.split(' ').includes(scope)) {
    return reply.code(403).send({ statusCode: 403, message: 'Insufficient scope.' });
  }
  if ((request.headers.patient ?? patient) !== patient) {
    return reply.code(403).send({ statusCode: 403, message: 'Not allowed to act for this patient.' });
  }
};

for (const kind of kinds) {
  const how = { ...kind, convert: object(kind.tree) };
  app.get(kind.url, { onRequest: authenticate(kind.scope) }, async request => {
    const { patient, sub } = request.claims;
    const { statusCode, body } = await ehr.request({
      method: 'GET',
      path: `${kind.path}?patient=${patient}`,
    });
    const xml = await body.text();
    if (statusCode !== 200) throw new Error(`the EHR answered ${statusCode}`);
    const records = translate(how, xml);
    request.log.info(
      { operation: kind.url, caller: sub, subject: patient, records: records.length },
      'access',
    );
    return records;
  });
}

await app.listen({ host: '127.0.0.1', port: Number(PORT) });
