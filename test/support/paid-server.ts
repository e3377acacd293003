// A server process with the paid test route, or a worker process: for proofs with several processes and for crashes.
import { buildApp } from '../../src/app/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/core/log.ts';
import { paidRoute } from './paid-route.ts';

const config = loadConfig(process.env, process.cwd());
const app = await buildApp(config, createLog({ level: config.logLevel }), paidRoute);
if (process.env.TEST_ROLE === 'worker') await app.startWorker();
else await app.server.listen({ host: config.host, port: config.port });
process.send?.('listening');
process.once('SIGTERM', () => app.stop().then(() => process.exit(0)));
