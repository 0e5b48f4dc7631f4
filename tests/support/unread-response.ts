import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

export async function unreadResponse(): Promise<{ response: ServerResponse; client: Socket }> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const requested = new Promise<ServerResponse>((done) =>
    server.once('request', (_request, response) => done(response)),
  );
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  onTestFinished(() => void client.destroy());
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const response = await requested;
  do {
    response.write(Buffer.alloc(16_384));
    await nextTurn();
  } while (response.writableLength === 0);
  return { response, client };
}
