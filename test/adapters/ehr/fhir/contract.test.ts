// The contract suite of ports/ehr for FHIR R4 over real HTTP: with a server without authentication, and with one that
// requires tokens, returns small pages, and receives searches by POST and arrivals by PUT.
import { generateKeyPairSync } from 'node:crypto';
import { fhirSimulator } from '../../../../sandbox/fhir/simulator/simulator.ts';
import { ehrContract, withServer } from '../contract/ehr-contract.ts';
import { besideHarness, damageHarness } from './damage-harness.ts';
import { connect } from './support/connect.ts';
import { expected, resources, world } from './support/contract-world.ts';

const videoExtensions = ['http://region.example/video-link'];
const shared = { world, expected, transitions: ['arrive', 'pay'] } as const;

ehrContract({
  ...shared,
  name: 'FHIR R4',
  damages: damageHarness,
  start: async () => {
    const server = await fhirSimulator({ resources: resources(), port: 0 });
    const connected = connect(server.url, { own: { videoExtensions } });
    return withServer(connected, server);
  },
});

const keys = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const client = { clientId: 'patient-data', scope: 'system/*.crus', publicKey: keys.publicKey };

ehrContract({
  ...shared,
  name: 'FHIR R4 with tokens, small pages, searches by POST, arrivals by PUT, and no included resources',
  damages: besideHarness,
  start: async () => {
    const server = await fhirSimulator({ resources: resources(), port: 0, client, mostPerPage: 1 });
    const auth = {
      tokenUrl: server.tokenUrl,
      clientId: client.clientId,
      scope: client.scope,
      key: keys.privateKey,
      kid: 'key-1',
      alg: 'ES384',
    };
    const connected = connect(server.url, {
      now: Date.now,
      own: { videoExtensions, patientSearch: 'post', arrival: 'update', include: false },
      members: {
        auth,
        intervalAtEhr: new Set(['appointments', 'contacts', 'prescriptions', 'journalNotes']),
      },
    });
    return withServer(connected, server);
  },
});
