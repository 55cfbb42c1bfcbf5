// A check-in kiosk: client credentials, today's bookings of one patient, arrival and payment.
//
//   KEY=… node examples/kiosk.js 197010632391
//
// The operator lists the client in AUTH_PARTNER_CLIENTS. The sandbox prints the key. Everywhere else, SERVICE, ISSUER, CLIENT_ID and CLIENT_SECRET say who and where.
const {
  SERVICE = 'http://127.0.0.1:3000',
  ISSUER = 'http://127.0.0.1:3002',
  CLIENT_ID = 'partner',
  CLIENT_SECRET = 'partner-secret',
  KEY = '',
} = process.env;
const [patient = ''] = process.argv.slice(2);

/** A token of the kiosk itself: it may name any patient, because the operator lists it as a partner. */
const getToken = async () => {
  const response = await fetch(`${ISSUER}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}` },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'user/Appointment-read user/Appointment-write user/PaymentNotice-write',
    }),
  });
  const { access_token: token } = await response.json();
  if (!response.ok || token === undefined) throw new Error(`No token: ${response.status}`);
  return token;
};

const token = await getToken();

const call = async (method, path, body) => {
  const response = await fetch(`${SERVICE}${path}`, {
    method,
    headers: {
      'Ocp-Apim-Subscription-Key': KEY,
      Authorization: `Bearer ${token}`,
      patient,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  // Who is asked for help wants the id, never the patient's number.
  if (!response.ok)
    throw new Error(`${response.status} ${answer.message} (${response.headers.get('x-request-id')})`);
  if (response.headers.has('x-left-out')) console.log('The list is not complete: ask at the reception.');
  return answer;
};

// The interval is local time of the region, which is the kiosk's own.
const day = new Date().toLocaleDateString('sv-SE');
const [{ ResultCode: code, Comment: comment, Booking: bookings }] = await call(
  'GET',
  `/patients/appointments/?fromDateTime=${day}T00:00:00&toDateTime=${day}T23:59:59`,
);
if (code === 'ERROR') throw new Error(comment);
if (bookings.length === 0) console.log('No booking today.');

for (const { ContactId: id, StartTime: start, PerformingUnit: unit, PaymentDetails: payment } of bookings) {
  console.log(`${start}  ${unit?.Name}  ${payment?.Price ?? 0} kr`);
  const arrived = await call('PUT', `/patients/appointments/?id=${encodeURIComponent(id)}`, {
    status: 'arrived',
  });
  console.log(`  arrival: ${arrived.ResultCode} ${arrived.Comment}`);
  const [paid] = await call('POST', '/patients/paymentnotice/', {
    status: 'PAID',
    contactId: id,
    paymentType: 'CARD',
  });
  console.log(`  payment: ${paid.ResultCode} ${paid.Comment}`);
}
