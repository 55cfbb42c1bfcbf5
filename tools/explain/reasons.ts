// Explains each reason in the log (D30) and what an operator should look at next. The type ensures that none is missing.
import type { RefusalReason } from '../../src/domain/model/failure-reasons.ts';

export type Explanation = {
  /** What happened, and why. */
  readonly happened: string;
  /** What to look at, and where to change it. */
  readonly lookAt: string;
};

const clientSends = 'Tell the developers of the app. The service itself is working correctly.';
const tokenSettings = 'Decode a token of that client and compare it with the settings of the service.';
const ehrLine = 'The line "the EHR failed" of this request names the system and gives details.';
const check = '"npm run region -- check region.json" calls every system and reports what works.';
const supplier = `${ehrLine} Report it to the supplier of the system.`;
const page =
  'If they say "sent as text/html", a login page or a proxy answered: look at baseUrl, headers and auth of the system.';

/** Explains a request that is not valid HTTP. */
const malformed = (what: string): Explanation => ({
  happened: `The request could not be read: ${what}.`,
  lookAt: 'The program that sent it, or a proxy in between. Vulnerability scanners send such requests too.',
});

export const explanations: Readonly<Record<RefusalReason, Explanation>> = {
  'not-ready': {
    happened: 'A health check asked whether the service is ready, and it was not.',
    lookAt:
      'The answer of /health/ready names what is missing. Look for warnings about the issuer or the access log at that time.',
  },

  'proxy-required': {
    happened: 'The request did not come from a trusted proxy, or the proxy did not mark it as HTTPS.',
    lookAt:
      "TRUST_PROXY must contain the proxy's own address, and the proxy must send x-forwarded-proto: https.",
  },
  'overload-requests': {
    happened: 'The service had too many requests in flight.',
    lookAt:
      'Are the systems slow (pdas_ehr_call_duration_seconds), or is there much more load than usual? Add instances.',
  },
  'overload-bodies': {
    happened: 'Too many bodies of writes had not arrived: of one user, one subscription, or all of them.',
    lookAt: 'The clients of that subscription: which of them sends bodies slowly, or only their beginning?',
  },
  'overload-event-loop': {
    happened: 'The process could not keep up: its event loop lagged by more than half a second.',
    lookAt: 'The CPU load of that machine, what else runs on it, and nodejs_eventloop_lag_p99_seconds.',
  },
  'path-unknown': {
    happened: 'There is nothing at that path.',
    lookAt: 'The base URL in the app, BASE_PATH, and whether a proxy rewrites the path.',
  },
  'method-unknown': {
    happened: 'The path exists, but not with that method.',
    lookAt: clientSends,
  },

  'http-malformed': malformed('it is not HTTP, or its length is invalid'),
  'http-headers-too-large': malformed(
    'its headers are too large, perhaps because of cookies or a very large token',
  ),
  'http-request-timeout': malformed('it did not arrive in time'),
  'http-expectation': malformed('it has an Expect header that the service does not support'),
  'http-connect': malformed('it asks for a tunnel or a protocol upgrade (CONNECT, Upgrade)'),
  'http-host': malformed('it has no Host header, or more than one'),
  'http-url': malformed('its path is not a valid URL'),
  'http-framing': malformed('its end is ambiguous (Transfer-Encoding and Content-Length)'),
  'http-transfer-encoding': malformed('it has a Transfer-Encoding other than chunked'),
  'http-version': malformed('it is neither HTTP/1.0 nor HTTP/1.1'),

  'key-missing': {
    happened: 'The subscription key is missing (header Ocp-Apim-Subscription-Key).',
    lookAt: 'Does the app send it, and does a proxy or gateway remove it?',
  },
  'key-unknown': {
    happened: 'The subscription key is not one of those in SUBSCRIPTIONS_FILE.',
    lookAt:
      '"npm run subscription -- list": was the key revoked or rotated, or does it belong to another environment?',
  },
  'key-repeated': {
    happened: 'The subscription key was sent more than once.',
    lookAt: "Does a proxy or gateway add its own key to the app's?",
  },
  'subscription-expired': {
    happened: 'The subscription has expired: its last day (expires) is over in the region.',
    lookAt:
      'The contact of the subscription ("npm run subscription -- list"). To go on: "npm run subscription -- change NAME --expires DATE".',
  },
  'subscription-paused': {
    happened: 'The operator has paused the subscription.',
    lookAt: 'Why? To go on: "npm run subscription -- resume NAME".',
  },
  'subscription-address': {
    happened: 'The subscription key came from an address outside the networks of its subscription.',
    lookAt:
      'networks of the subscription. Has the app moved, or is the key in wrong hands (then rotate it)? If all calls appear to share one address, a proxy is missing in TRUST_PROXY.',
  },
  'rate-subscription': {
    happened: 'The subscription made more calls in 5 seconds than its limit.',
    lookAt: 'rateLimit of the subscription, or RATE_LIMIT. Does the app retry without waiting?',
  },
  'rate-subscription-address': {
    happened: 'One address made more calls with this key than the limit of the subscription.',
    lookAt:
      'rateLimit of the subscription. If all users appear to share one address, a proxy is missing in TRUST_PROXY.',
  },
  'rate-address': {
    happened: 'One address made too many calls without a valid key.',
    lookAt:
      'Who calls from there? If all calls appear to share one address, a proxy is missing in TRUST_PROXY.',
  },
  'rate-user': {
    happened: 'One user of the app made more calls in 5 seconds than a user may.',
    lookAt: 'userRateLimit of the subscription. Does the app poll, or retry without waiting?',
  },

  'token-missing': {
    happened: 'The access token is missing (header Authorization: Bearer …).',
    lookAt: 'Does the app send it, and does a proxy remove it?',
  },
  'token-malformed': {
    happened: 'The access token is not a signed JWT.',
    lookAt:
      'The issuer may be issuing opaque tokens: it must issue JWTs for this audience. Was the token truncated?',
  },
  'token-type': {
    happened: 'The type of the access token (typ) is not accepted; an ID token is not an access token.',
    lookAt: `Does the app send its ID token (it has a nonce or at_hash)? Otherwise, AUTH_TOKEN_TYPES. ${tokenSettings}`,
  },
  'token-bound': {
    happened:
      'The access token is bound to its sender (cnf) in a way that this service is not configured to verify.',
    lookAt:
      'For DPoP (jkt), set PUBLIC_URL. For client certificates (x5t#S256), set AUTH_CLIENT_CERTIFICATE. Otherwise, the issuer must bind the tokens for this audience in one of these ways.',
  },
  'token-without-proof': {
    happened: 'The access token is bound to a DPoP key, and was sent as a bearer token.',
    lookAt:
      'The app must send "Authorization: DPoP …" with a proof in the header DPoP. If it does, somebody else may be using its token.',
  },
  'token-not-bound': {
    happened: 'The access token was sent under DPoP, and is not bound to a DPoP key.',
    lookAt:
      'Did the app send a DPoP proof to the token endpoint, and does the issuer support it (token_type DPoP)? Otherwise it must send the token under Bearer.',
  },
  'certificate-missing': {
    happened: 'The access token is bound to a client certificate, and the request came without one.',
    lookAt:
      'Does the app present its certificate? Behind a proxy: does it ask for one, and hand it on in the header of AUTH_CLIENT_CERTIFICATE?',
  },
  'certificate-unreadable': {
    happened: 'The header with the client certificate could not be read, or came twice.',
    lookAt:
      'AUTH_CLIENT_CERTIFICATE: the form (pem, der) must be what the proxy sends, and nobody else may set it.',
  },
  'certificate-of-another': {
    happened: 'The access token is bound to another client certificate than the one of the request.',
    lookAt:
      'If the app has a new certificate, it must get a new token. Otherwise, somebody else may be using its token.',
  },
  'proof-missing': {
    happened: 'The access token is bound to a DPoP key, and the request had no proof (header DPoP).',
    lookAt: 'Does the app send the header, and does a proxy remove it?',
  },
  'proof-repeated': {
    happened: 'The request had more than one DPoP proof.',
    lookAt: clientSends,
  },
  'proof-malformed': {
    happened:
      'The DPoP proof is not a JWT of the type dpop+jwt with the claims jti, htm, htu, iat and ath, or its jwk is not a public key.',
    lookAt: clientSends,
  },
  'proof-algorithm': {
    happened: 'The DPoP proof is signed with an algorithm that is not accepted.',
    lookAt: 'The app must use one of the algorithms that WWW-Authenticate names, such as ES256.',
  },
  'proof-key': {
    happened: 'The DPoP proof is signed with another key than the one that the access token is bound to.',
    lookAt:
      'If the app has a new key, it must get a new token. Otherwise, somebody else may be using its token.',
  },
  'proof-signature': {
    happened: 'The signature of the DPoP proof is not valid.',
    lookAt: clientSends,
  },
  'proof-method': {
    happened: 'The DPoP proof is for another method (htm).',
    lookAt: clientSends,
  },
  'proof-url': {
    happened: 'The DPoP proof is for another URL (htu).',
    lookAt:
      'PUBLIC_URL must be the address that the app uses, with its path: the proof must be for PUBLIC_URL and the path of the operation, such as /patients/appointments/.',
  },
  'proof-token': {
    happened: 'The DPoP proof is for another access token (ath).',
    lookAt: clientSends,
  },
  'proof-time': {
    happened: 'The DPoP proof was made more than 60 seconds ago, or is from the future (iat).',
    lookAt:
      'The clocks of the device and of this machine. The app must make a new proof for each request, and for each repetition.',
  },
  'proof-used': {
    happened: 'The DPoP proof has been used before (jti).',
    lookAt:
      'The app, or a proxy, repeats a request with the same proof: each needs its own. Otherwise, somebody may have recorded the request.',
  },
  'proof-replay-unknown': {
    happened:
      'The service could not check whether the DPoP proof had been used before, so it was not accepted.',
    lookAt:
      'Is Redis reachable ("Redis is unreachable" in the log)? Otherwise, one instance had more proofs than it can remember: add instances.',
  },
  'token-algorithm': {
    happened: 'The access token is signed with an algorithm that is not accepted.',
    lookAt: "The issuer's signature algorithm: it must be an asymmetric one, such as RS256, PS256 or ES256.",
  },
  'token-key-unknown': {
    happened: 'The access token is signed with a key that the issuer does not publish.',
    lookAt:
      'Is the token from another issuer or environment? AUTH_ISSUER, AUTH_JWKS_URI, and the kid of the token, which must have one.',
  },
  'token-signature': {
    happened:
      'The signature of the access token is wrong: the token was changed, or signed with another key that has the same kid.',
    lookAt:
      'If it happens often, somebody is forging tokens, or the issuer has replaced a key without a new kid.',
  },
  'token-issuer': {
    happened: 'The access token is from another issuer (iss).',
    lookAt: `AUTH_ISSUER; a trailing slash matters. ${tokenSettings}`,
  },
  'token-audience': {
    happened: 'The access token is for another audience (aud).',
    lookAt: `AUTH_AUDIENCE, and the resource or audience that the app asks the issuer for. ${tokenSettings}`,
  },
  'token-expired': {
    happened: 'The access token has expired (exp).',
    lookAt:
      'Does the app renew its token? If so, compare the clocks of the issuer and this machine: they may differ by 5 s.',
  },
  'token-not-yet-valid': {
    happened: 'The access token is not valid yet (nbf or iat).',
    lookAt: 'Compare the clocks of the issuer and this machine: they may differ by 5 s.',
  },
  'token-claims': {
    happened: 'The access token has no exp, or one of its times (exp, nbf, iat) is not a number.',
    lookAt: 'The issuer must give the token an expiry time, and write times as numbers (seconds since 1970).',
  },
  'issuer-keys-unavailable': {
    happened: 'The signing keys of the issuer could not be fetched, so no token could be verified.',
    lookAt: 'The warning "the keys of the issuer could not be fetched" near this line gives the cause.',
  },
  'client-mismatch': {
    happened: 'The subscription key belongs to another client than the access token.',
    lookAt: 'clients of the subscription (npm run subscription -- list), and the client id of the token.',
  },
  'scope-missing': {
    happened: 'The access token lacks the scope of the operation.',
    lookAt:
      'The scopes that the app requests and the issuer grants; AUTH_SCOPE_CLAIMS. The answer named the missing scope (WWW-Authenticate).',
  },
  'subscription-operation': {
    happened: 'The subscription may not call this operation.',
    lookAt: 'operations of the subscription (npm run subscription -- list).',
  },

  'subject-number-invalid': {
    happened: 'The header patient is not a valid patient number.',
    lookAt: `${clientSends} If the region issues its own numbers: reserveNumbers in the profile.`,
  },
  'subject-missing': {
    happened: 'Neither the access token nor the header patient names a patient.',
    lookAt: 'AUTH_PATIENT_CLAIM; apps of staff and kiosks must send the header patient.',
  },
  'subject-claim-invalid': {
    happened: 'The patient number in the access token is not valid.',
    lookAt: 'What the issuer writes into AUTH_PATIENT_CLAIM; reserveNumbers in the profile.',
  },
  'subject-not-represented': {
    happened: 'The caller asked for the data of a patient for whom they may not act.',
    lookAt:
      "AUTH_ACTS_FOR_CLAIM, AUTH_PARTNER_CLIENTS for kiosks and partners, representation in the profile. It may be an attempt to read somebody else's data.",
  },
  'subject-protected': {
    happened: "The patient's identity is protected, and nobody may act for such a patient (D27).",
    lookAt:
      'This is the intended behaviour. representProtected in the profile allows it; enable it only after careful review.',
  },

  'body-media-type': { happened: 'The Content-Type of the body is not JSON in UTF-8.', lookAt: clientSends },
  'body-timeout': {
    happened: 'The body did not arrive within 5 seconds of the head of the request.',
    lookAt: 'The client, or a proxy in between that passes requests on before it has their bodies.',
  },
  'body-too-large': { happened: 'The body is larger than 64 KiB.', lookAt: clientSends },
  'query-invalid': {
    happened: 'A parameter of the query is not valid; the answer named it.',
    lookAt: clientSends,
  },
  'body-invalid': {
    happened: 'The body is not JSON, or a member is not valid; the answer named it.',
    lookAt: clientSends,
  },

  'not-offered': {
    happened: 'No system of the region serves this kind of record, or this write.',
    lookAt: 'sources in the region profile, and what the adapter of the system offers.',
  },
  'patient-unknown': {
    happened: 'The EHR does not know the patient.',
    lookAt:
      'This is normal for single patients. If it happens for every patient, the system may belong to another environment, or (fhir) use other identifier systems than "identifiers" in the profile.',
  },
  'booking-unknown': {
    happened: 'The patient has no such booking, or the region withholds it.',
    lookAt: 'The id that the app sent; release in the profile.',
  },
  'booking-incomplete': {
    happened: 'The booking lacks a value that the EHR needs for the write, so nothing was sent.',
    lookAt:
      'The values {booking:…} of this write in system.json of the tables, and whether the EHR has them in this booking: a visit without a fee may have no amount. With fhir: meta.versionId of the Appointment, which must be valid in If-Match.',
  },

  'ehr-says-unavailable': {
    happened: 'The system of the region reports that it is currently unavailable.',
    lookAt: `${ehrLine} Ask its operators. The circuit closes by itself when the system is back.`,
  },
  'ehr-no-answer': {
    happened: 'The system closed the connection before it answered.',
    lookAt: `${ehrLine} Does it require https or a client certificate (tls in the profile)? A code such as ECONNRESET points to the system or to a firewall in between.`,
  },
  'ehr-register-unavailable': {
    happened: 'The register of who may act for whom could not be reached.',
    lookAt: `${ehrLine} It is the system that serves "patients" (representation in the profile).`,
  },
  'ehr-source-unavailable': {
    happened:
      'A source system behind the EHR could not be reached, so the answer would have been incomplete.',
    lookAt: `${ehrLine} Tell the owner of the aggregating service. With partialAnswers: true the rest is answered.`,
  },
  'ehr-token-unavailable': {
    happened: 'No access token for the system could be fetched: its token server did not answer.',
    lookAt: 'auth.tokenUrl in the profile, and whether it can be reached from this machine.',
  },
  'ehr-no-connection': {
    happened: 'The connection to the system failed.',
    lookAt: `${ehrLine} Its code says more: ECONNREFUSED (nothing listens), ENOTFOUND (host name), CERT_… (certificate). ${check}`,
  },
  'ehr-circuit-open': {
    happened: 'The system was not called because it had failed repeatedly: the circuit is open.',
    lookAt: `Earlier lines "the EHR failed" give the cause. ${check}`,
  },
  'ehr-places-taken': {
    happened: 'The maximum number of calls to the system was in flight, and none ended in time.',
    lookAt:
      'Is the system slow (pdas_ehr_call_duration_seconds)? Raise maxConcurrent in the profile if it can handle more.',
  },
  'ehr-share-taken': {
    happened:
      'This user or this subscription already had its full share of calls to the system in flight (D31).',
    lookAt:
      'Does the app send many calls at once for one user? Is the system slow? maxConcurrent in the profile.',
  },
  'ehr-not-notified': {
    happened: 'A write did not reach the system: nothing was changed.',
    lookAt: `${ehrLine} It is safe to retry.`,
  },
  'ehr-timeout': {
    happened: 'The system did not answer in time.',
    lookAt: `${ehrLine} timeoutMs in the profile and REQUEST_TIMEOUT_MS; a national contract may take 15 seconds.`,
  },
  'ehr-says-timeout': {
    happened: 'The system, or a gateway in front of it, answered that it timed out (504).',
    lookAt: `${ehrLine} Ask its operators.`,
  },
  'ehr-document': {
    happened: 'The document from the system is not of the expected type.',
    lookAt: `${ehrLine} ${page} Otherwise: does baseUrl point to the right interface and version? If so, report it to the supplier of the system.`,
  },
  'ehr-unknown-element': {
    happened:
      'A list from the system has an element besides its records. It may be a record under another name, so nothing was answered.',
    lookAt: `${ehrLine} It names the element. If it holds no record, name it in "ignore" of the system in the profile. Otherwise, report it to the supplier of the system.`,
  },
  'ehr-not-well-formed': {
    happened:
      'The document from the system is not well-formed or was truncated. An incomplete record is never shown.',
    lookAt: `${ehrLine} ${page} Otherwise, report it to the supplier of the system.`,
  },
  'ehr-encoding': {
    happened:
      'The answer of the system is in an unsupported encoding, or not in the encoding that it declares.',
    lookAt: supplier,
  },
  'ehr-limit': {
    happened: 'The document from the system exceeds a limit (D32).',
    lookAt: `${ehrLine} An answer of this size is usually a fault of the system.`,
  },
  'ehr-status': {
    happened: 'The system answered with an HTTP error status.',
    lookAt: `${ehrLine} 401 and 403: our credentials (headers, tls, auth); 404: baseUrl; 3xx: it redirects, to a login page (our credentials) or to another baseUrl; 5xx: its operators.`,
  },
  'ehr-answer-broken-off': {
    happened: 'The answer of the system was cut off. An incomplete record is never shown.',
    lookAt: `${ehrLine} Look for time limits of the system and of proxies in between.`,
  },
  'ehr-answer-too-large': {
    happened: 'The answer of the system is larger than maxAnswerBytes.',
    lookAt:
      'Why does this patient have so much data? Raise maxAnswerBytes in the profile, with enough memory for it.',
  },
  'ehr-fault': {
    happened: 'The system answered with a fault of its own (SOAP Fault or OperationOutcome).',
    lookAt: `${ehrLine} With the code Client, VP004 or VP007, it refuses what the service asks: compare logicalAddress, originalConsumerHsaId, endpoints and the client certificate in the profile with what is registered there. Otherwise, report it to the supplier of the system.`,
  },
  'ehr-result-error': {
    happened: 'The system answered with an error in its result code.',
    lookAt: supplier,
  },
  'ehr-wrong-patient': {
    happened: 'The system answered with the data of another patient. None of it was shown.',
    lookAt: `A security event. ${supplier}`,
  },
  'ehr-token-refused': {
    happened:
      'The token server of the system gave no token. The line of the system says with which status and code.',
    lookAt:
      'auth in the profile: tokenUrl (another status than 400 and 401, or an answer without a token), clientId (invalid_client), scope (invalid_scope), whether the public key of keyFile is registered there, and whether the clock of this machine is right.',
  },
  'ehr-outcome-unknown': {
    happened:
      'A write was sent but not answered, and a lookup could not establish whether it was carried out.',
    lookAt: `${ehrLine} The client may safely repeat it. Check in the EHR whether it was carried out.`,
  },
  'ehr-outcome-unreadable': {
    happened:
      'A write was sent, and the bookings of the system do not say whether it was carried out: the answer was not understood, or says that it is done later (pending).',
    lookAt: `${ehrLine} Check in the EHR whether it was carried out before anybody repeats it.`,
  },

  'client-gone': {
    happened: 'The client closed the connection before it had the whole answer.',
    lookAt: 'The time limits of the app and of proxies: REQUEST_TIMEOUT_MS should be the shorter one.',
  },
  'service-stopping': {
    happened: 'The service was stopped, and the request took longer than it waits for (SHUTDOWN_TIMEOUT_MS).',
    lookAt:
      'SHUTDOWN_TIMEOUT_MS: without it, a stop waits for REQUEST_TIMEOUT_MS and a second. Does the client send its body, or take its answer, very slowly?',
  },
  'answer-budget-exceeded': {
    happened: 'The answers in flight used all of their memory budget.',
    lookAt:
      'Are answers unusually large, or clients slow? Raise ANSWER_BUDGET_BYTES if the machine has the memory.',
  },
  'answer-share-exceeded': {
    happened: 'The answers of one user used an eighth of the memory budget for answers (D31).',
    lookAt: 'ANSWER_BUDGET_BYTES. Does the app send many large calls at once for one user?',
  },
  'access-log-unwritable': {
    happened: 'The access log could not be written, so the request was not answered.',
    lookAt:
      'Disk full, folder read-only, database unreachable or full: errors near this line give the cause.',
  },
  'access-log-timeout': {
    happened: 'The access log entry was not on disk in time, so the request was not answered.',
    lookAt: 'The disk or the database of the access log (pdas_access_log_sync_duration_seconds).',
  },
  unexpected: {
    happened: 'An unexpected error: a bug in the service.',
    lookAt:
      'Report the line "unexpected error" of this request with its stack and the version (see SECURITY.md).',
  },
};
