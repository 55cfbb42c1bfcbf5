// A process that logs one line as the service does: `node logging-child.ts <terminal|pipe>`, with NODE_ENV.
import { createLogger } from '../../src/adapters/telemetry/logger.ts';
import { formatFor } from '../../src/process/service-log.ts';

const format = await formatFor(process.env.NODE_ENV, process.argv[2] === 'terminal');
const logger = createLogger('info', line => void process.stdout.write(format(line)));
logger.info({ requestId: 'r-1', status: 200, err: new SyntaxError('191212121212') }, 'answered');
