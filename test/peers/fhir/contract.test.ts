// The contract suite of ports/ehr for the FHIR adapter against Medplum's server: with whole result sets, and with one
// resource per page, searches by POST, arrivals by PUT and no included resources.
import { ehrContract, withServer } from '../../adapters/ehr/contract/ehr-contract.ts';
import { connect } from '../../adapters/ehr/fhir/support/connect.ts';
import { expected, resources, world } from '../../adapters/ehr/fhir/support/contract-world.ts';
import { medplumServer } from './server.ts';

const videoExtensions = ['http://region.example/video-link'];

const contract = (name: string, own: object) =>
  ehrContract({
    name,
    world,
    expected,
    transitions: ['arrive', 'pay'],
    start: async () => {
      const server = await medplumServer(resources());
      return withServer(connect(server.url, { own: { videoExtensions, ...own } }), server);
    },
  });

contract('Medplum', {});
contract('Medplum in pages of one, by POST and PUT, without what comes along', {
  pageSize: 1,
  patientSearch: 'post',
  arrival: 'update',
  include: false,
});
