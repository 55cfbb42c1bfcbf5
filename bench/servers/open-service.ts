// The service in a process of its own, without the limits of load that would end a curve before its last point. The parent process says
// how it is configured.
import { type ServiceOptions, startService } from '../../test/support/service/service.ts';

process.once('message', async (options: ServiceOptions) => {
  const { url } = await startService({ ...options, limits: { requests: 10_000 } });
  process.send?.({ url });
});
process.on('disconnect', () => process.exit());
