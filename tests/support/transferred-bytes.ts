import type { Page, CDPSession } from '@playwright/test';

/** What a page transfers in one load, in bytes on the wire: headers and compressed bodies. */
export interface TransferredBytes {
  /** Everything that is JavaScript, by whatever element or import it was requested. */
  readonly script: number;
  readonly font: number;
  readonly style: number;
  /** The requests of the load in the order of their responses. */
  readonly files: readonly TransferredFile[];
}

/** One response. */
export interface TransferredFile {
  /** The path of the address. */
  readonly path: string;
  /** The media type, without parameters. */
  readonly type: string;
  readonly bytes: number;
}

/** How long no request is under way until a page counts as idle, in milliseconds. */
const quietTime = 500;

interface Response {
  requestId: string;
  response: { url: string; mimeType: string };
}

/** Follows the requests of a page; `idle` settles when for {@link quietTime} none was under way. */
function followRequests(browser: CDPSession) {
  const underWay = new Set<string>();
  const responses = new Map<string, { url: string; type: string }>();
  const files: TransferredFile[] = [];
  const { promise: idle, resolve } = Promise.withResolvers<void>();
  let quiet: NodeJS.Timeout | undefined;
  const ended = (requestId: string, bytes: number) => {
    underWay.delete(requestId);
    const response = responses.get(requestId);
    if (response)
      files.push({ path: new URL(response.url).pathname, type: response.type, bytes: Math.max(0, bytes) });
    clearTimeout(quiet);
    if (underWay.size === 0) quiet = setTimeout(resolve, quietTime);
  };
  browser.on('Network.requestWillBeSent', ({ requestId }: { requestId: string }) => {
    underWay.add(requestId);
    clearTimeout(quiet);
  });
  browser.on('Network.responseReceived', ({ requestId, response }: Response) => {
    responses.set(requestId, { url: response.url, type: response.mimeType });
    // a stream of events does not end
    if (response.mimeType === 'text/event-stream') ended(requestId, 0);
  });
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    ended(requestId, encodedDataLength),
  );
  browser.on('Network.loadingFailed', ({ requestId }) => ended(requestId, 0));
  return { idle, files };
}

/**
 * Opens an address with an empty cache and counts what is transferred until no request has been under way for half a
 * second.
 */
export async function transferredOnLoad(page: Page, address: string): Promise<TransferredBytes> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.clearBrowserCache');
  const { idle, files } = followRequests(browser);
  await page.goto(address);
  await idle;
  await browser.detach();
  const sum = (type: RegExp) =>
    files.reduce((total, file) => total + (type.test(file.type) ? file.bytes : 0), 0);
  return { script: sum(/javascript/), font: sum(/font/), style: sum(/css/), files };
}
