// The baseline: the same answer from a bare Fastify.
import Fastify from 'fastify';

const app = Fastify();
app.post('/v1/test/paid', async () => ({ done: true }));
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.send?.('listening');
process.once('SIGTERM', () => app.close().then(() => process.exit(0)));
