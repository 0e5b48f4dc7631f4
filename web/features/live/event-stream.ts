import { createParser } from 'eventsource-parser';

/**
 * Reads a `text/event-stream` and reports the data of each of its events. Resolves when the stream ends; rejects when the
 * connection is lost or `onData` throws.
 */
export async function readEventStream(
  stream: ReadableStream<Uint8Array>,
  onData: (data: string) => void,
): Promise<void> {
  const parser = createParser({ onEvent: ({ data }) => onData(data) });
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } finally {
    reader.releaseLock();
  }
}
