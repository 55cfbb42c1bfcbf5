// A process that logs one line as the service does: `node logging-child.ts <terminal|pipe>`, with NODE_ENV.
import { createLogger } from '../../src/process/logger.ts';
import { readableLog } from '../../src/process/readable-log.ts';

const destination = await readableLog(process.env.NODE_ENV, process.argv[2] === 'terminal');
const logger = createLogger('info', destination);
logger.info({ requestId: 'r-1', status: 200, err: new SyntaxError('191212121212') }, 'answered');
