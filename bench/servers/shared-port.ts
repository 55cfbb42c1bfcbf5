// Starts the service as one of several instances behind one port. The operating system distributes connections among all
// listeners with `reusePort`, as a load balancer does in production. Otherwise the same as src/main.js.
import type { FastifyListenOptions } from 'fastify';
import { adapters } from '../../src/composition/ehr-adapters.ts';
import { compose } from '../../src/composition.ts';
import { loadConfiguration } from '../../src/config/index.ts';
import { openServiceLog } from '../../src/process/service-log.ts';

const { configuration, faults } = loadConfiguration(process.env, adapters);
if (faults !== undefined) throw new Error(`faults in the configuration: ${JSON.stringify(faults)}`);

const { HOST: host, PORT: port, LOG_LEVEL: level } = configuration.settings;
const { app } = await compose(configuration, { logger: (await openServiceLog(level, 'production')).logger });
// Fastify passes `reusePort` on to Node, but its types do not have it yet.
const where: FastifyListenOptions = { host, port, ...{ reusePort: true } };
await app.listen(where);
process.send?.('listening');
process.channel?.unref();
