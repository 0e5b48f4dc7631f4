import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import { silentAudio } from './silent-audio.ts';
import { type DrivenBrowser, notInstalled, recordProblems, timeout } from './driven-browser.ts';
import { startXServer } from './x-server.ts';

const executablePath = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr';

export async function startFirefox(): Promise<DrivenBrowser> {
  if (!existsSync(executablePath)) throw notInstalled(`Firefox (${executablePath})`, 'firefox-esr');
  const xServer = await startXServer();
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // even without a window it asks an X server for WebGL
    env: { ...process.env, DISPLAY: xServer.display, ...(await silentAudio()) },
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: {
      // maps need WebGL, which Firefox refuses to a machine without a graphics card
      'webgl.force-enabled': true,
      'media.autoplay.default': 0,
      'media.cubeb.backend': 'alsa',
    },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(timeout);
  await page.evaluateOnNewDocument(recordProblems);
  return {
    name: (await browser.version()).replace('firefox/', 'Firefox '),
    async open(url) {
      await page.goto(url);
    },
    evaluate: async <Value>(expression: string) => (await page.evaluate(expression)) as Value,
    pressAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    screenshot: () => page.screenshot({ encoding: 'base64' }),
    async close() {
      await browser.close();
      await xServer.close();
    },
  };
}
