// A client whose access token is bound to a key of its own (DPoP, RFC 9449): whoever steals the token cannot use it. It lists the
// booked appointments of one patient.
//
//   KEY=… node examples/dpop.js            asks for the patient's number
//   echo 191212121212 | KEY=… node examples/dpop.js
//
// The sandbox prints the key. For any other installation, set SERVICE, ISSUER, CLIENT_ID and CLIENT_SECRET too.
import { createInterface } from 'node:readline/promises';

const {
  SERVICE = 'http://127.0.0.1:3000',
  ISSUER = 'http://127.0.0.1:3002',
  CLIENT_ID = 'partner',
  CLIENT_SECRET = 'partner-secret',
  KEY = '',
} = process.env;

// The private key cannot be exported. An app in a browser keeps the pair in IndexedDB, a mobile app in its key store.
const { publicKey, privateKey } = await crypto.subtle.generateKey(
  { name: 'ECDSA', namedCurve: 'P-256' },
  false,
  ['sign'],
);
const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);

const base64url = data => Buffer.from(data).toString('base64url');
const sha256 = text => crypto.subtle.digest('SHA-256', Buffer.from(text));

/** A proof for one request. Each request needs a new one, also when it is repeated. `token` is missing at the token endpoint. */
const prove = async (method, url, token) => {
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } };
  const { origin, pathname } = new URL(url);
  const claims = {
    jti: crypto.randomUUID(),
    htm: method,
    htu: `${origin}${pathname}`,
    iat: Math.floor(Date.now() / 1000),
    ...(token === undefined ? {} : { ath: base64url(await sha256(token)) }),
  };
  const input = [header, claims].map(part => base64url(JSON.stringify(part))).join('.');
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    privateKey,
    Buffer.from(input),
  );
  return `${input}.${base64url(signature)}`;
};

const getToken = async () => {
  const metadata = await (await fetch(`${ISSUER}/.well-known/openid-configuration`)).json();
  const response = await fetch(metadata.token_endpoint, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}`,
      dpop: await prove('POST', metadata.token_endpoint),
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'user/Appointment-read' }),
  });
  const { access_token: token, token_type: type, error } = await response.json();
  // An issuer that does not know DPoP ignores the proof, and the token is a bearer token.
  if (type?.toLowerCase() !== 'dpop') throw new Error(`No token that is bound to the key: ${error ?? type}`);
  return token;
};

const terminal = createInterface({ input: process.stdin, output: process.stderr });
const patient = (await terminal.question('Patient number: ')).trim();
terminal.close();

const token = await getToken();
const url = `${SERVICE}/patients/appointments/`;
const response = await fetch(url, {
  headers: {
    'Ocp-Apim-Subscription-Key': KEY,
    authorization: `DPoP ${token}`,
    dpop: await prove('GET', url, token),
    patient,
  },
});
if (!response.ok) {
  const word = response.headers.get('x-error');
  // With invalid_dpop_proof, the clock of this device may be wrong: the header date has the service's time.
  console.error(response.status, word, response.headers.get('www-authenticate') ?? '');
  process.exit(1);
}
const [{ Booking: bookings }] = await response.json();
for (const { StartTime: start, PerformingUnit: unit } of bookings) console.log(start, unit?.Name ?? '');
