/** An event of a `text/event-stream`. */
export interface StreamEvent {
  name: string;
  data: string;
}

function parsed(block: string): StreamEvent | null {
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [field, ...rest] = line.split(':');
    const value = rest.join(':').replace(/^ /, '');
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  }
  // a block without data is a sign of life
  return data.length === 0 ? null : { name, data: data.join('\n') };
}

/**
 * The events of a stream. Read with fetch, for the browser's own EventSource cannot send the token. Ends with the
 * stream; raises when the connection is lost.
 */
export async function* eventsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest = (rest + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n');
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parsed(block);
        if (event) yield event;
      }
    }
  } finally {
    reader.releaseLock();
  }
}
