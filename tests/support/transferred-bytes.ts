import type { Page, CDPSession } from '@playwright/test';

/** Bytes on the wire for one page load: headers and compressed bodies. */
export interface TransferredBytes {
  readonly script: number;
  readonly font: number;
  readonly style: number;
  readonly files: readonly TransferredFile[];
}

export interface TransferredFile {
  readonly path: string;
  readonly type: string;
  readonly bytes: number;
}

/** Milliseconds without an open request until a page counts as idle. */
const quietTime = 500;

interface Response {
  requestId: string;
  response: { url: string; mimeType: string };
}

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
    // an event stream never ends
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

/** Waits until the page has drawn and is idle. On a slow machine it requests its last files only then. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => done())));
      }),
  );

/** Counts bytes until no request was open for half a second, so that slow and fast machines count the same. */
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
