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

/** Follows the requests of a page; `quiet` settles when for {@link quietTime} none was under way. */
function followRequests(browser: CDPSession) {
  const underWay = new Set<string>();
  const responses = new Map<string, { url: string; type: string }>();
  const files: TransferredFile[] = [];
  let resolve = () => {};
  let timeout: NodeJS.Timeout | undefined;
  const startTimeout = () => {
    clearTimeout(timeout);
    if (underWay.size === 0) timeout = setTimeout(() => resolve(), quietTime);
  };
  const ended = (requestId: string, bytes: number) => {
    underWay.delete(requestId);
    const response = responses.get(requestId);
    if (response)
      files.push({ path: new URL(response.url).pathname, type: response.type, bytes: Math.max(0, bytes) });
    startTimeout();
  };
  browser.on('Network.requestWillBeSent', ({ requestId }: { requestId: string }) => {
    underWay.add(requestId);
    clearTimeout(timeout);
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
  const quiet = () => {
    const waiting = Promise.withResolvers<void>();
    resolve = waiting.resolve;
    startTimeout();
    return waiting.promise;
  };
  return { quiet, files };
}

/** The page has drawn what it has, and has nothing left to do: what it loads later on a slow machine is requested then. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => done())));
      }),
  );

/**
 * Opens an address with an empty cache and counts what is transferred until no request has been under way for half a second
 * although the page had nothing left to do: the same on slow and fast machines.
 */
export async function transferredOnLoad(page: Page, address: string): Promise<TransferredBytes> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.clearBrowserCache');
  const { quiet, files } = followRequests(browser);
  await page.goto(address);
  let counted: number;
  do {
    counted = files.length;
    await drawn(page);
    await quiet();
  } while (files.length > counted);
  await browser.detach();
  const sum = (type: RegExp) =>
    files.reduce((total, file) => total + (type.test(file.type) ? file.bytes : 0), 0);
  return { script: sum(/javascript/), font: sum(/font/), style: sum(/css/), files };
}
