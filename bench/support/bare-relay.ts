// The baseline: Fastify and undici with nothing between them, without key, price or ledger.
import Fastify from 'fastify';
import { Pool } from 'undici';

const upstream = new Pool(new URL(process.env.UPSTREAM ?? '').origin, { connections: 256 });
const app = Fastify();
app.post('/v1/chat/completions', async (request, reply) => {
  const { statusCode, headers, body } = await upstream.request({
    method: 'POST',
    path: '/v1/chat/completions',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request.body),
  });
  return reply.code(statusCode).header('content-type', String(headers['content-type'])).send(body);
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.send?.('listening');
process.once('SIGTERM', () => app.close().then(() => process.exit(0)));
