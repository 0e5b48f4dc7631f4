import { type BrowserContext, chromium, type Page } from '@playwright/test';

async function slowPage(context: BrowserContext, page: Page, rate: number): Promise<void> {
  const browser = await context.newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Slows all pages, so that presses that come too early and waits that are too short fail. A page that closes at once stays fast. */
export function slowPages(rate: number): void {
  const launch = chromium.launch.bind(chromium);
  chromium.launch = async (options) => {
    const browser = await launch(options);
    const newContext = browser.newContext.bind(browser);
    browser.newContext = async (settings) => {
      const context = await newContext(settings);
      context.on('page', (page) => void slowPage(context, page, rate).catch(() => {}));
      return context;
    };
    return browser;
  };
}
