// Receives webhooks with Express: verified before anything is believed, each event handled once.
//   SIGNING_SECRET=whsec_… PORT=8080 npx node examples/webhook-receiver.mjs
import { verifyWebhook, WebhookSignatureError } from '@atelier/client';
import express from 'express';

const seen = new Set();
const app = express();

// The raw body: the signature is over these very bytes.
app.post('/hook', express.raw({ type: 'application/json', limit: '1mb' }), async (request, response) => {
  let event;
  try {
    event = await verifyWebhook({ body: request.body, headers: request.headers, secret: process.env.SIGNING_SECRET });
  } catch (error) {
    if (!(error instanceof WebhookSignatureError)) throw error;
    return response.status(401).json({ error: error.message });
  }
  // Answered first: whatever takes longer comes after.
  response.sendStatus(200);
  if (seen.has(event.id)) return;
  seen.add(event.id);
  handle(event);
});

function handle(event) {
  switch (event.type) {
    case 'generation.completed':
      return console.log(`${event.data.service} is ready: ${event.data.output_url}`);
    case 'generation.failed':
      return console.log(`${event.data.service} failed: ${event.data.error.message}`);
    case 'payment.succeeded':
      return console.log(`${event.data.customer_email} paid ${event.data.amount / 100} ${event.data.currency}`);
    default:
      return console.log(`heard ${event.type}`);
  }
}

const server = app.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () =>
  console.log(`Waiting for webhooks at http://127.0.0.1:${server.address().port}/hook`),
);
process.once('SIGTERM', () => server.close());
