import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface ReceivedMail {
  from: string;
  to: string;
  source: string;
}

export interface SmtpSink {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** Reply that refuses recipients; null accepts them. */
  refuse: string | null;
  close(): Promise<void>;
}

export async function startSmtpSink(): Promise<SmtpSink> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const sink = { refuse: null as string | null };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    converse(socket, sink, received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(sink, {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  });
}

function converse(socket: Socket, sink: { refuse: string | null }, received: ReceivedMail[]): void {
  let waiting = '';
  let mail: ReceivedMail | null = null;
  let reading = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const hear = (line: string) => {
    if (reading && mail) {
      if (line !== '.') mail.source += `${line.replace(/^\./, '')}\n`;
      else {
        received.push(mail);
        reading = false;
        say('250 taken');
      }
      return;
    }
    const [, address = ''] = /<(.*)>/.exec(line) ?? [];
    if (/^(EHLO|HELO)/i.test(line)) say('250 sink');
    else if (/^MAIL/i.test(line)) {
      mail = { from: address, to: '', source: '' };
      say('250 ok');
    } else if (/^RCPT/i.test(line)) {
      if (mail) mail.to = address;
      say(sink.refuse ?? '250 ok');
    } else if (/^DATA/i.test(line)) {
      reading = true;
      say('354 go on');
    } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
    else say('250 ok');
  };
  say('220 sink');
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    const lines = (waiting + text).split('\r\n');
    waiting = lines.pop() ?? '';
    lines.forEach(hear);
  });
}
