// A real DNS server on loopback that answers as the test tells it, question by question.
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';

export interface TestDns {
  resolve(hostname: string): Promise<{ address: string; family: number }[]>;
  questions: number;
  close(): void;
}

/** `answer` gets the number of the question, from 1, and gives an IPv4 address. */
export async function startDns(answer: (question: number) => string): Promise<TestDns> {
  const socket = createSocket('udp4');
  const dns: TestDns = { resolve: (hostname) => ask(hostname), questions: 0, close: () => socket.close() };
  socket.on('message', (message, from) => {
    dns.questions += 1;
    socket.send(replyTo(message, answer(dns.questions)), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  const ask = async (hostname: string) =>
    (await resolver.resolve4(hostname)).map((address) => ({ address, family: 4 }));
  return dns;
}

function replyTo(query: Buffer, address: string): Buffer {
  let end = 12;
  while (query[end] !== 0) end += (query[end] ?? 0) + 1;
  const question = query.subarray(12, end + 5);
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(1, 6);
  header.writeUInt32BE(0, 8);
  // A pointer to the name asked for; type A, class IN, time to live 0, four bytes.
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]);
  return Buffer.concat([header, question, record]);
}
