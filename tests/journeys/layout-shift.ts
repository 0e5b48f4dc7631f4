import type { Page, Response, Route } from '@playwright/test';
import { drawn } from '../support/transferred-bytes.ts';

/** The phone of Lighthouse's preset. */
export const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
} as const;

/** Arrival of the API's answers: as the server sends them, or each after the page has drawn the previous one. */
export type Arrival = 'at once' | 'one by one';

export interface LayoutShift {
  readonly score: number;
  readonly moved: readonly string[];
}

declare global {
  var layoutShift: { score: number; moved: string[] };
}

interface ShiftEntry extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

function observeShifts(): void {
  globalThis.layoutShift = { score: 0, moved: [] };
  const at = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as ShiftEntry[]) {
      if (hadRecentInput) continue;
      globalThis.layoutShift.score += value;
      for (const { node, previousRect, currentRect } of sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        const text = (node?.textContent ?? '').slice(0, 40);
        globalThis.layoutShift.moved.push(
          `${value.toFixed(4)} ${element?.tagName} ${element?.className} "${text}": ${at(previousRect)} to ${at(currentRect)}`,
        );
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

const isEventStream = (response: Response | null) =>
  response?.headers()['content-type']?.startsWith('text/event-stream') ?? false;

/** Holds answers of the API back. `next` lets one through and says whether there was one; `forget` drops the previous page's. */
async function holdAnswers(page: Page) {
  const held: Route[] = [];
  await page.route('**/api/**', (route) => void held.push(route));
  return {
    forget: () => held.splice(0),
    next: async () => {
      const route = held.shift();
      if (!route) return false;
      await route.continue();
      const response = await route.request().response();
      // a stream of events has no end
      if (!isEventStream(response)) await response?.finished();
      return true;
    },
  };
}

const displaysLoading = () =>
  document.querySelector('h1') === null ||
  // a part below the window is requested when it gets near
  [...document.querySelectorAll('#first-paint, [aria-busy="true"], [data-loading]')].some(
    (part) => part.getBoundingClientRect().top < window.innerHeight,
  );

/** Opens addresses in one tab, because a tab for each takes a quarter more CPU time. Adds up shifts until all answers are drawn. */
export async function watchLayoutShifts(
  page: Page,
  arrival: Arrival,
): Promise<(address: string) => Promise<LayoutShift>> {
  await page.addInitScript(observeShifts);
  const underWay = new Set<unknown>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  page.on('response', (response) => {
    if (isEventStream(response)) underWay.delete(response.request());
  });
  const answers = arrival === 'one by one' ? await holdAnswers(page) : null;
  return async (address) => {
    underWay.clear();
    answers?.forget();
    await page.goto(address);
    for (let quiet = 0; quiet < 3; ) {
      await drawn(page);
      const more = await answers?.next();
      const isLoading = more || underWay.size > 0 || (await page.evaluate(displaysLoading));
      quiet = isLoading ? 0 : quiet + 1;
    }
    return page.evaluate(() => globalThis.layoutShift);
  };
}
