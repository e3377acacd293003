// What we measure ourselves against: the same answer from Fastify with nothing around it.
import Fastify from 'fastify';

const app = Fastify();
app.post('/v1/test/paid', async () => ({ done: true }));
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.send?.('listening');
process.once('SIGTERM', () => app.close().then(() => process.exit(0)));
