import type { CDPSession, Locator, Page } from '@playwright/test';

/** An element with this text is visible, or none is (`gone`). */
export interface Sign {
  selector: string;
  /** Part of the text; any by default. */
  text?: string;
  gone?: boolean;
  /** The text differs from the text at the press. */
  changed?: boolean;
}

/** Milliseconds after the press. */
export interface PressTimes {
  /** Longest event until the next paint (Event Timing, in steps of 8 ms; at least 16). */
  event: number;
  state: number;
  content: number;
  /** Longest task that ended before the content was painted or 500 ms later. */
  longestTask: number;
  /** Processor time of the main thread until it is idle. */
  processor: number;
}

interface InPage {
  missing: (signs: Sign[]) => string[];
  watch: (state: Sign[], content: Sign[]) => void;
  painted: { start: number | null; state: number | null; content: number | null };
  events: { start: number; duration: number }[];
  tasks: { start: number; duration: number }[];
}

type MeasuredWindow = Window & { mailcallPress: InPage };

function installInPage(): void {
  const events: InPage['events'] = [];
  const tasks: InPage['tasks'] = [];
  const keep = (list: InPage['events']) => (entries: PerformanceObserverEntryList) => {
    for (const entry of entries.getEntries()) {
      if (!('interactionId' in entry) || entry.interactionId !== 0)
        list.push({ start: entry.startTime, duration: entry.duration });
    }
  };
  new PerformanceObserver(keep(events)).observe({
    type: 'event',
    durationThreshold: 16,
  } as PerformanceObserverInit);
  new PerformanceObserver(keep(tasks)).observe({ type: 'longtask' });

  const isSeen = (element: Element): boolean => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return right > 0 && bottom > 0 && left < window.innerWidth && top < window.innerHeight;
  };
  const before = new Map<string, string[]>();
  const textsOf = (selector: string) =>
    [...document.querySelectorAll(selector)].map((element) => element.textContent);
  const holds = ({ selector, text = '', gone = false, changed = false }: Sign): boolean =>
    [...document.querySelectorAll(selector)].some(
      (element) =>
        element.textContent.includes(text) &&
        !(changed && before.get(selector)?.includes(element.textContent)) &&
        isSeen(element),
    ) !== gone;

  let watched: { state: Sign[]; content: Sign[] } | null = null;
  const painted: InPage['painted'] = { start: null, state: null, content: null };
  const look = () => {
    if (!watched || painted.start === null || painted.content !== null) return;
    const { state, content } = watched;
    const shown = (['state', 'content'] as const).filter(
      (name) => painted[name] === null && (name === 'state' ? state : [...state, ...content]).every(holds),
    );
    if (shown.length > 0) {
      void scheduler.postTask(
        () => {
          for (const name of shown) painted[name] ??= performance.now();
        },
        { priority: 'user-blocking' },
      );
    }
    // the end of a transition also changes visibility
    if (
      document.getAnimations().some((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    )
      lookNext();
  };
  let looks = false;
  /** Looking in every frame would take a quarter of the page's processor time. */
  const lookNext = () => {
    if (looks) return;
    looks = true;
    requestAnimationFrame(() => {
      looks = false;
      look();
    });
  };
  new MutationObserver(lookNext).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
  window.addEventListener(
    'click',
    (event) => {
      if (!watched || painted.start !== null) return;
      painted.start = event.timeStamp;
      lookNext();
    },
    { capture: true },
  );
  (window as unknown as MeasuredWindow).mailcallPress = {
    missing: (signs) => signs.filter((sign) => !holds(sign)).map((sign) => JSON.stringify(sign)),
    painted,
    events,
    tasks,
    watch: (state, content) => {
      watched = { state, content };
      for (const { selector, changed } of [...state, ...content])
        if (changed) before.set(selector, textsOf(selector));
      Object.assign(painted, { start: null, state: null, content: null });
      events.length = 0;
      tasks.length = 0;
    },
  };
}

declare const scheduler: {
  postTask: (task: () => void, options: { priority: 'user-blocking' }) => Promise<void>;
};

/** Must run before {@link measurePress}. */
export async function installPressTiming(page: Page): Promise<CDPSession> {
  await page.addInitScript(installInPage);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return session;
}

/** Milliseconds. Beside other tests a press exceeds its limit. */
const longestWait = 120_000;

async function waitForSigns(
  page: Page,
  signs: readonly Sign[],
  isThere: (signs: Sign[]) => boolean,
): Promise<void> {
  try {
    await page.waitForFunction(isThere, [...signs], { timeout: longestWait, polling: 50 });
  } catch (error) {
    const missing = await page.evaluate(
      (all) => (window as unknown as MeasuredWindow).mailcallPress.missing(all),
      [...signs],
    );
    throw new Error(`The window does not show ${missing.join(', ') || 'what it should'}.`, { cause: error });
  }
}

/** Throws naming the missing signs after two minutes. */
export const untilShown = (page: Page, signs: readonly Sign[]): Promise<void> =>
  waitForSigns(
    page,
    signs,
    (all) => (window as unknown as MeasuredWindow).mailcallPress.missing(all).length === 0,
  );

const processorTime = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
};

export async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let quiet = 0;
        const count = () => performance.getEntriesByType('resource').length;
        let before = count();
        const look = (deadline: IdleDeadline) => {
          const loaded = count();
          quiet = loaded === before && deadline.timeRemaining() > 5 ? quiet + 1 : 0;
          before = loaded;
          if (quiet >= 5) resolve();
          else setTimeout(() => requestIdleCallback(look), 50);
        };
        requestIdleCallback(look);
      }),
  );
}

/** Milliseconds of hovering before the press, and of holding the button. */
const rest = { before: 150, held: 60 } as const;

export async function measurePress(
  page: Page,
  session: CDPSession,
  target: Locator,
  signs: { state: Sign[]; content: Sign[] },
): Promise<PressTimes> {
  await target.scrollIntoViewIfNeeded();
  await settled(page);
  const box = await target.boundingBox();
  if (!box) throw new Error(`There is nothing to press: ${target.toString()}`);
  await page.evaluate(({ state, content }) => {
    (window as unknown as MeasuredWindow).mailcallPress.watch(state, content);
  }, signs);
  await page.mouse.move(box.x + Math.min(box.width / 2, 60), box.y + box.height / 2);
  await page.waitForTimeout(rest.before);
  const busyBefore = await processorTime(session);
  await page.mouse.down();
  await page.waitForTimeout(rest.held);
  await page.mouse.up();
  await waitForSigns(
    page,
    [...signs.state, ...signs.content],
    () => (window as unknown as MeasuredWindow).mailcallPress.painted.content !== null,
  );
  await settled(page);
  const processor = (await processorTime(session)) - busyBefore;
  const { painted, events, tasks } = await page.evaluate(() => {
    const measured = (window as unknown as MeasuredWindow).mailcallPress;
    return { painted: measured.painted, events: measured.events, tasks: measured.tasks };
  });
  const { start, state, content } = painted;
  if (start === null || state === null || content === null) throw new Error('The press was not measured.');
  const until = content + 500;
  return {
    // pointerdown comes before the click
    event: Math.max(
      16,
      ...events.filter((event) => event.start > start - 1000).map(({ duration }) => duration),
    ),
    state: state - start,
    content: content - start,
    longestTask: Math.max(
      0,
      ...tasks.filter((task) => task.start >= start - 5 && task.start < until).map((task) => task.duration),
    ),
    processor,
  };
}
