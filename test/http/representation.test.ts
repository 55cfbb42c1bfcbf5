// Whose data, over HTTP: who may act for whom (D6), and that nobody acts for a patient with protected identity (D27).
import { beforeEach, describe, expect, it } from 'vitest';
import { forThisFile } from '../support/for-this-file.ts';
import { listed } from '../support/listed.ts';
import { ehrServer, unknownPatient, xml } from '../support/servers/ehr-server.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { type Answered, startService } from '../support/service/service.ts';
import {
  call,
  documentOf,
  emptyDocumentOf,
  everyScope,
  expectFault,
  isWrite,
  type Row,
  rowOf,
  rows,
  smallEhr,
} from './contract.ts';

const own = '198507302381';
const child = '201907152399';
const shielded = '201702222389';
const stranger = '191212121212';

const refusals = {
  no: { status: 403, text: 'Not allowed to act for this patient.' },
  nobody: { status: 403, text: 'No patient in the access token or the patient header.' },
} as const;

type Claims = Readonly<Record<string, unknown>>;

const subjects = Object.entries({ none: undefined, own, child, shielded, stranger });

const partner = { client_id: 'partner' };
const family = [child, shielded];

/** Caller → the outcome for each value of the `patient` header: none, own, child, shielded, stranger. */
const matrix: readonly [caller: string, claims: Claims, outcomes: string][] = [
  ['a patient', { patient: own }, 'ok ok no no no'],
  ['a patient with a hyphen', { patient: '19850730-2381' }, 'ok ok no no no'],
  ['a guardian', { patient: own, acts_for: family }, 'ok ok ok no no'],
  ['a guardian of one child, named in a text', { patient: own, acts_for: '20190715-2399' }, 'ok ok ok no no'],
  [
    'a guardian with malformed entries beside the child',
    { patient: own, acts_for: ['', 'x', null, 201702222389, [stranger], { patient: stranger }, '*', child] },
    'ok ok ok no no',
  ],
  [
    'a guardian by malformed claims alone',
    { patient: own, acts_for: { 0: child, patient: child } },
    'ok ok no no no',
  ],
  ['a guardian of two in one text', { patient: own, acts_for: `${child} ${stranger}` }, 'ok ok no no no'],
  ['a guardian without a number of their own', { acts_for: family }, 'nobody no ok no no'],
  ['a stranger', { patient: '199906062386' }, 'ok no no no no'],
  ["a partner's client", partner, 'nobody ok ok ok ok'],
  ["a partner's client by azp", { client_id: undefined, azp: 'partner' }, 'nobody ok ok ok ok'],
  ...['sid', 'session_state', 'auth_time', 'amr'].map((sign): (typeof matrix)[number] => [
    `a partner's user (${sign})`,
    { ...partner, [sign]: sign === 'auth_time' ? 1 : 'x' },
    'nobody no no no no',
  ]),
  ["a partner's user who is a guardian", { ...partner, sid: 'x', acts_for: family }, 'nobody no ok no no'],
  ["a partner's patient", { ...partner, patient: own }, 'ok ok no no no'],
  ['an unknown client', { client_id: 'other' }, 'nobody no no no no'],
  ['no client', { client_id: undefined }, 'nobody no no no no'],
  ...(
    [
      ['null', null],
      ['empty', ''],
      ['a list', [own]],
      ['an object', { number: own }],
      ['a number', 198507302381],
      ['of ten digits', '8507302381'],
      ['with a wrong check digit', '198507302382'],
      ['no number', 'x'],
      ['false', false],
    ] as const
  ).map(([name, patient]): (typeof matrix)[number] => [
    `a partner's guardian whose patient claim is ${name}`,
    { ...partner, patient, acts_for: family },
    'nobody nobody nobody nobody nobody',
  ]),
];

const usualEhr = smallEhr(patient => patient === shielded);

const issuer = await forThisFile(startIssuer());
const ehr = await forThisFile(ehrServer(usualEhr));
const settings = { AUTH_PARTNER_CLIENTS: 'other-partner,partner' };
const service = await forThisFile(startService({ issuer, ehr: ehr.url, settings }));
/** The same in a region that allows acting for patients with protected identity. */
const allowing = await forThisFile(
  startService({ issuer, ehr: ehr.url, settings, profile: { representProtected: true } }),
);

beforeEach(() => {
  ehr.answer = usualEhr;
});

const ask = async (row: Row, claims: Claims, patient: string | undefined, asked = service) => {
  ehr.received.length = 0;
  return asked.ask(call(row, { token: await issuer.sign({ scope: everyScope, ...claims }), patient }));
};

const writesReceived = () => ehr.received.filter(({ method }) => method !== 'GET');

/** Expects that the EHR was asked only for this patient, and notified if the operation is a write. */
const expectDone = (row: Row, { status, body }: Answered, patient: string) => {
  expect(status, JSON.stringify(body)).toBe(200);
  const writes = writesReceived();
  expect(writes.map(({ body: sent }) => sent.includes(`extension="${patient}"`))).toEqual(
    isWrite(row) ? [true] : [],
  );
  for (const { query } of ehr.received.filter(one => !writes.includes(one))) {
    expect(query.get('patient')).toBe(patient);
  }
};

const expectRefused = (row: Row, answered: Answered, refusal: keyof typeof refusals) => {
  expectFault(answered, row, refusals[refusal]);
  expect(writesReceived()).toEqual([]);
};

/** A read with a flag in its records, one without, and a write. */
const probed = [10, 3, 2].map(rowOf);

const probes = matrix.flatMap(([caller, claims, written]) => {
  const outcomes = listed(written);
  expect(outcomes, caller).toHaveLength(subjects.length);
  return subjects.flatMap(([subject, patient], at) =>
    probed.map(row => ({ caller, claims, subject, patient, row, number: row.number, outcome: outcomes[at] })),
  );
});

describe('who may act for whom (D6, D27)', () => {
  it.each(probes)('$caller, header $subject, operation $number: $outcome', async probe => {
    const { claims, subject, patient, row, outcome } = probe;
    const answered = await ask(row, claims, patient);
    if (outcome !== 'ok') {
      expectRefused(row, answered, outcome as keyof typeof refusals);
      // A refusal by the gate does not reach the EHR; protected identity is read from the EHR.
      if (subject !== 'shielded') expect(ehr.received).toEqual([]);
      return;
    }
    const asker = String(claims.patient ?? '').replace('-', '');
    expectDone(row, answered, patient ?? asker);
  });

  it('reads the claims of the settings', async () => {
    const settings = { AUTH_PATIENT_CLAIM: 'pnr', AUTH_ACTS_FOR_CLAIM: 'urn:test:children' };
    const one = await startService({ issuer, ehr: ehr.url, settings });
    const claims = { patient: stranger, acts_for: [shielded], pnr: own, 'urn:test:children': [child] };
    for (const patient of [undefined, child]) {
      expectDone(rowOf(3), await ask(rowOf(3), claims, patient, one), patient ?? own);
    }
    expectRefused(rowOf(3), await ask(rowOf(3), claims, shielded, one), 'no');
    await one.close();
  });
});

describe('protected identity (D27)', () => {
  const guardian = { patient: own, acts_for: family };

  describe.each(rows)('operation $number', row => {
    it('is refused to a caller acting for the patient', async () => {
      expectRefused(row, await ask(row, guardian, shielded), 'no');
    });

    it('is answered for a child without', async () => {
      expectDone(row, await ask(row, guardian, child), child);
    });

    it('is answered to the patient', async () => {
      expectDone(row, await ask(row, { patient: shielded }, undefined), shielded);
    });

    it("is answered to a partner's client", async () => {
      expectDone(row, await ask(row, partner, shielded), shielded);
    });

    it('is answered if the region allows it', async () => {
      expectDone(row, await ask(row, guardian, shielded, allowing), shielded);
    });

    it('is decided by the patient extract if the EHR has no record', async () => {
      ehr.answer = (received, response) => {
        const asked = received.path === '/extracts/patient' || received.method !== 'GET';
        return asked ? usualEhr(received, response) : xml(response, emptyDocumentOf(received.path));
      };
      expectRefused(row, await ask(row, guardian, shielded), 'no');
      expect((await ask(row, guardian, child)).status).toBe(200);
    });
  });

  const withFlag = rows.filter(({ number }) => [6, 7, 9, 10].includes(number));

  it.each(withFlag)(
    'is for the patient extract to say where a record of operation $number lacks the flag',
    async row => {
      ehr.answer = (received, response) => {
        const patient = received.query.get('patient') ?? '';
        if (received.path === '/extracts/patient') return usualEhr(received, response);
        return xml(response, documentOf(received.path, patient));
      };
      expectRefused(row, await ask(row, guardian, shielded), 'no');
      expectDone(row, await ask(row, guardian, child), child);
    },
  );

  it.each(rows)('of a patient whom the EHR does not know, operation $number', async row => {
    ehr.answer = (_, response) => xml(response, unknownPatient, 404);
    const answered = await ask(row, guardian, child);
    const error = { ResultCode: 'ERROR', Comment: 'No such patient.', Any: [] };
    if (row.number > 3) return expectFault(answered, row, { status: 404, text: 'No such patient.' });
    expect(answered.status).toBe(200);
    expect([answered.body].flat()).toMatchObject([error]);
    expect(writesReceived()).toEqual([]);
  });
});
