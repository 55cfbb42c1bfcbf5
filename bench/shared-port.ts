// The service as one of several instances behind one port: the operating system deals the connections out among all who
// listen with `reusePort`. As src/main.js otherwise; in the field a load balancer does this.
import type { FastifyListenOptions } from 'fastify';
import { adapters, compose } from '../src/composition.ts';
import { loadConfiguration } from '../src/config/index.ts';
import { openServiceLog } from '../src/process/service-log.ts';

const { configuration, faults } = loadConfiguration(process.env, adapters);
if (faults !== undefined) throw new Error(`faults in the configuration: ${JSON.stringify(faults)}`);

const { HOST: host, PORT: port, LOG_LEVEL: level } = configuration.settings;
const { app } = await compose(configuration, { logger: (await openServiceLog(level, 'production')).logger });
// Node has `reusePort`; fastify's types do not know it yet, and hand it on.
const where: FastifyListenOptions = { host, port, ...{ reusePort: true } };
await app.listen(where);
process.send?.('listening');
process.channel?.unref();
