// The usual choice: the most popular libraries with their defaults, in production mode
// (NODE_ENV=production, set by bench/servers/servers.ts).
import axios from 'axios';
import express from 'express';
import { rateLimit } from 'express-rate-limit';
import jwt from 'jsonwebtoken';
import jwksClient from 'jwks-rsa';
import { parseStringPromise } from 'xml2js';
import { AUDIENCE, EHR, ISSUER, kinds, namedTrees, PORT, readers, SUBSCRIPTION_KEY } from './environment.js';

const keys = jwksClient({ jwksUri: `${ISSUER}/jwks` });
const ehr = axios.create({ baseURL: EHR, responseType: 'text' });

const verify = token =>
  new Promise((resolve, reject) => {
    const keyFor = ({ kid }, done) =>
      keys.getSigningKey(kid, (error, key) => done(error, key?.getPublicKey()));
    const done = (error, claims) => (error ? reject(error) : resolve(claims));
    jwt.verify(token, keyFor, { issuer: ISSUER, audience: AUDIENCE, algorithms: ['RS256'] }, done);
  });

const authenticate = scope => async (request, response, next) => {
  if (request.get('ocp-apim-subscription-key') !== SUBSCRIPTION_KEY) {
    return response.status(401).json({ statusCode: 401, message: 'Access denied.' });
  }
  try {
    request.claims = await verify(request.get('authorization').replace('Bearer ', ''));
  } catch {
    return response.status(401).json({ statusCode: 401, message: 'Invalid access token.' });
  }
  const { patient, scope: granted } = request.claims;
  if (!granted.split(' ').includes(scope) || (request.get('patient') ?? patient) !== patient) {
    return response.status(403).json({ statusCode: 403, message: 'Forbidden.' });
  }
  return next();
};

// xml2js gives every child as an array, attributes in `$`, and text as a string, or in `_` beside attributes.
const textOf = node => (typeof node === 'string' ? node : (node._ ?? ''));

const toValue = (node, tree) => {
  if (Array.isArray(tree)) return node.map(item => toValue(item, tree[0]));
  const [only] = Array.isArray(node) ? node : [node];
  if (typeof tree === 'object') return objectOf(only, tree);
  if (namedTrees[tree] !== undefined) return objectOf(only, namedTrees[tree]);
  const read = readers[tree];
  return read === undefined ? textOf(only) : read(textOf(only));
};

const objectOf = (node, tree) => {
  const made = {};
  for (const [name, inner] of Object.entries(tree)) {
    if (name === '$self') made.$self = textOf(node);
    else if (node[name] !== undefined) made[name] = toValue(node[name], inner);
    else if (node.$?.[name] !== undefined) made[name] = toValue(node.$[name], inner);
  }
  return made;
};

const translate = async ({ root, element, tree }, xml) => {
  const document = (await parseStringPromise(xml))[root];
  const head = objectOf(document, { XSDVersion: 'Version' });
  return (document[element] ?? []).map(extract => ({ ...head, [element]: [objectOf(extract, tree)] }));
};

const app = express();
app.use(rateLimit({ windowMs: 5000, limit: 1_000_000_000 }));

for (const kind of kinds) {
  app.get(kind.url, authenticate(kind.scope), async (request, response) => {
    const { data } = await ehr.get(kind.path, { params: { patient: request.claims.patient } });
    response.json(await translate(kind, data));
  });
}

app.listen(Number(PORT), '127.0.0.1');
