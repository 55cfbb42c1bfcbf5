// Checks whether the service on this machine is alive. For container health checks: the image has no other HTTP client.
import { askService } from './ask-service.ts';
import { Refusal, readEnvironment, runProcess } from './command.ts';

const usage = `node tools/health.ts

Ends with 0 if the service answers, with 1 otherwise. The address is that of HOST, PORT and TLS_CERT_FILE in the environment or .env.`;

await runProcess({
  usage,
  run: async () => {
    const { status } = await askService(readEnvironment(), '/health/live').catch((error: Error) => {
      throw new Refusal(`The service does not answer: ${error.message || 'no connection'}.`);
    });
    if (status !== 200) throw new Refusal(`The service answers with status ${status}.`);
    return 0;
  },
});
