import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { createOrm } from './orm.js';

/** What a client sends first when it asks for TLS: eight bytes, of which the last four are the code of the request. */
const TLS_REQUEST = '0000000804d2162f';

let server: Server;
const firstBytes: string[] = [];
beforeAll(async () => {
  server = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .once('data', (data) => {
        firstBytes.push(data.toString('hex'));
        socket.destroy();
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

test.each(['', '?sslmode=require', '?sslmode=verify-full'])(
  'connections use the parameters of the URL: "%s"',
  async (parameters) => {
    const { port } = server.address() as AddressInfo;
    const orm = createOrm({
      databaseUrl: `postgresql://hub:secret@127.0.0.1:${port}/hub${parameters}`,
    });
    firstBytes.length = 0;
    await orm.em
      .getConnection()
      .execute('select 1')
      .catch(() => undefined);
    await orm.close(true);
    expect(firstBytes.length).toBeGreaterThan(0);
    for (const bytes of firstBytes) expect(bytes.startsWith(TLS_REQUEST)).toBe(parameters !== '');
  },
);
