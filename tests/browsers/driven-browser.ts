export interface DrivenBrowser {
  readonly name: string;
  /** Loads an address, as typed by a person; from then on the page records its problems ({@link problemsOf}). */
  open(url: string): Promise<void>;
  /** Awaits a promise; the value must be JSON. Throws what the expression throws. */
  evaluate<Value>(expression: string): Promise<Value>;
  pressAt(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  screenshot(): Promise<string>;
  close(): Promise<void>;
}

/** Milliseconds that anything can take: machines without a graphics card draw maps slowly. */
export const timeout = 60_000;
const pollInterval = 50;

/** Repeats a step until it settles without an error, because pages render again while they load. Throws the last error. */
export async function untilDone<Value>(step: () => Promise<Value>): Promise<Value> {
  const end = Date.now() + timeout;
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, pollInterval);
      });
    }
  }
}

/** Run in a page as early as the browser allows: records errors and violations of the Content-Security-Policy. */
export const recordProblems = `
  window.recordedProblems ??= (() => {
    const problems = [];
    addEventListener('securitypolicyviolation', (event) =>
      problems.push('Content-Security-Policy: ' + event.violatedDirective + ' refused ' + event.blockedURI +
        ' at ' + event.sourceFile + ':' + event.lineNumber));
    addEventListener('error', (event) => event.message && problems.push(event.message));
    addEventListener('unhandledrejection', (event) => problems.push('Unhandled: ' + String(event.reason)));
    return problems;
  })();
`;

export const problemsOf = (browser: DrivenBrowser): Promise<string[]> =>
  browser.evaluate('window.recordedProblems ?? []');

const usablePoint = (xpath: string) => `(async () => {
  const places = document.evaluate(${JSON.stringify(xpath)}, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
  const elements = Array.from({ length: places.snapshotLength }, (_, index) => places.snapshotItem(index));
  const element = elements.find((each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled);
  if (!element) throw new Error('Nothing visible and enabled at ' + ${JSON.stringify(xpath)});
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const before = element.getBoundingClientRect();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const { x, y, width, height } = element.getBoundingClientRect();
  if (x !== before.x || y !== before.y) throw new Error('Still moving: ' + ${JSON.stringify(xpath)});
  const point = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  const top = document.elementFromPoint(point.x, point.y);
  if (!top || !element.contains(top)) throw new Error('Covered: ' + ${JSON.stringify(xpath)});
  return point;
})()`;

export async function click(browser: DrivenBrowser, xpath: string): Promise<void> {
  const { x, y } = await untilDone(() => browser.evaluate<{ x: number; y: number }>(usablePoint(xpath)));
  await browser.pressAt(x, y);
}

/** The error of a program that is not installed: a missing browser is a failure of the run, never skipped. */
export const notInstalled = (program: string, debianPackages: string): Error =>
  new Error(
    `${program} is not installed. On Debian: apt-get install --no-install-recommends ${debianPackages}`,
  );
