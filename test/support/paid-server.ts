// A server process with the paid test route, a worker process, or both in one: for proofs with several processes and for crashes.
import { buildApp } from '../../src/app/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/core/log.ts';
import { paidRoute } from './paid-route.ts';

const config = loadConfig(process.env, process.cwd());
const app = await buildApp(config, createLog({ level: config.logLevel }), paidRoute);
const role = process.env.TEST_ROLE ?? 'server';
if (role !== 'worker') await app.server.listen({ host: config.host, port: config.port });
if (role !== 'server') await app.startWorker();
process.send?.('listening');
process.once('SIGTERM', () => app.stop().then(() => process.exit(0)));
// The test process is gone: a server that stayed would hold the output of the whole run open.
process.once('disconnect', () => process.exit(1));
