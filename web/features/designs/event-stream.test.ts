import { expect, test } from 'vitest';
import { eventsOf, type StreamEvent } from './event-stream.ts';

async function read(...parts: string[]): Promise<StreamEvent[]> {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(encoder.encode(part));
      controller.close();
    },
  });
  const events: StreamEvent[] = [];
  for await (const event of eventsOf(stream)) events.push(event);
  return events;
}

test.each([
  ['one event', ['event: changed\ndata: {"revision":2}\n\n'], [{ name: 'changed', data: '{"revision":2}' }]],
  ['an event in pieces', ['event: cha', 'nged\nda', 'ta: {}\n', '\n'], [{ name: 'changed', data: '{}' }]],
  ['signs of life', [':\n\n', ':\n\ndata: a\n\n'], [{ name: 'message', data: 'a' }]],
  ['lines of data', ['data: a\ndata: b:c\n\n'], [{ name: 'message', data: 'a\nb:c' }]],
  ['other line ends', ['data: a\r\n\r\n'], [{ name: 'message', data: 'a' }]],
  ['an unfinished event', ['data: a\n'], []],
])('It reads %s', async (_, parts, events) => {
  expect(await read(...parts)).toEqual(events);
});
