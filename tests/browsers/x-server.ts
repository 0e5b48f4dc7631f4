import { spawn } from 'node:child_process';
import { notInstalled } from './driven-browser.ts';

export interface XServer {
  readonly display: string;
  close(): Promise<void>;
}

export async function startXServer(): Promise<XServer> {
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((done) => {
    child.once('close', () => done());
  });
  const display = await new Promise<string>((ready, fail) => {
    child.once('error', () => fail(notInstalled('Xvfb', 'xvfb')));
    void ended.then(() => fail(new Error('Xvfb ended before it was ready.')));
    child.stdout.setEncoding('utf8').once('data', (text: string) => ready(`:${text.trim()}`));
  });
  return {
    display,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
