import { expect, test } from 'vitest';
import { readEventStream } from './event-stream.ts';

const streamOf = (chunks: readonly Uint8Array[], failure?: Error) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      if (failure) controller.error(failure);
      else controller.close();
    },
  });

async function dataIn(...texts: string[]): Promise<string[]> {
  const encoder = new TextEncoder();
  const found: string[] = [];
  await readEventStream(streamOf(texts.map((text) => encoder.encode(text))), (data) => found.push(data));
  return found;
}

test.each([
  ['one event', ['event: changed\ndata: {"revision":2}\n\n'], ['{"revision":2}']],
  ['an event in several chunks', ['event: cha', 'nged\nda', 'ta: {}\n', '\n'], ['{}']],
  ['keep-alive comments', [':\n\n', ':\n\ndata: a\n\n'], ['a']],
  ['several lines of data', ['data: a\ndata: b:c\n\n'], ['a\nb:c']],
  ['CRLF line ends', ['data: a\r\n\r\n'], ['a']],
  ['an unfinished event', ['data: a\n'], []],
])('reads %s', async (_, texts, data) => {
  expect(await dataIn(...texts)).toEqual(data);
});

test('reads a character split between two chunks', async () => {
  const bytes = new TextEncoder().encode('data: é\n\n');
  const found: string[] = [];
  await readEventStream(streamOf([bytes.slice(0, 7), bytes.slice(7)]), (data) => found.push(data));
  expect(found).toEqual(['é']);
});

test('rejects if the connection is lost', async () => {
  await expect(readEventStream(streamOf([], new Error('lost')), () => {})).rejects.toThrow('lost');
});

test('rejects if an event cannot be handled', async () => {
  const stream = streamOf([new TextEncoder().encode('data: x\n\n')]);
  await expect(
    readEventStream(stream, () => {
      throw new Error('unreadable');
    }),
  ).rejects.toThrow('unreadable');
});
