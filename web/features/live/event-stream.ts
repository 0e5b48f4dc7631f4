import { createParser } from 'eventsource-parser';

/** Passes on each event's data. Resolves at the stream's end; rejects if it is lost or `onData` throws. */
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
