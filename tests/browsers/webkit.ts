import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Builder, Capabilities } from 'selenium-webdriver';
import { freeAddress } from '../journeys/portal-program.ts';
import { type DrivenBrowser, notInstalled, recordProblems, timeout, untilDone } from './driven-browser.ts';
import { startXServer } from './x-server.ts';

const debianPackages = 'webkit2gtk-driver xvfb gstreamer1.0-plugins-good';

/** The browser that comes with WebKitGTK; its folder is named after the machine and the version. */
function findMiniBrowser(): string {
  const libraries = '/usr/lib';
  const name = readdirSync(libraries, { recursive: false, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.endsWith('-linux-gnu'))
    .flatMap((entry) =>
      readdirSync(join(libraries, entry.name))
        .filter((folder) => folder.startsWith('webkit2gtk-'))
        .map((folder) => join(libraries, entry.name, folder, 'MiniBrowser')),
    )
    .at(-1);
  if (name === undefined) throw notInstalled('MiniBrowser of WebKitGTK', debianPackages);
  return process.env['WEBKIT_BROWSER'] ?? name;
}

async function startDriver(display: string) {
  const url = await freeAddress();
  const { hostname, port } = new URL(url);
  const child = spawn('WebKitWebDriver', [`--host=${hostname}`, `--port=${port}`], {
    env: { ...process.env, DISPLAY: display, NO_AT_BRIDGE: '1' },
    stdio: 'ignore',
  });
  const failed = new Promise<never>((_, fail) => {
    child.once('error', () => fail(notInstalled('WebKitWebDriver', debianPackages)));
  });
  await Promise.race([failed, untilDone(() => fetch(new URL('/status', url)))]);
  return {
    url,
    async close() {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Starts WebKitGTK's browser on an X server of its own, driven by WebDriver. Safari has the same engine, not the same shell. */
export async function startWebKit(): Promise<DrivenBrowser> {
  const binary = findMiniBrowser();
  const xServer = await startXServer();
  const server = await startDriver(xServer.display);
  const driver = await new Builder()
    .usingServer(server.url)
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
      }),
    )
    .build();
  await driver.manage().setTimeouts({ script: timeout, pageLoad: timeout });
  await driver.manage().window().setRect({ width: 1440, height: 940 });
  return {
    name: `WebKitGTK ${(await driver.getCapabilities()).get('browserVersion') as string}`,
    async open(url) {
      await driver.get(url);
      // WebDriver has no way to run it earlier
      await driver.executeScript(recordProblems);
    },
    async evaluate<Value>(expression: string) {
      const answer = await driver.executeAsyncScript<{ value?: Value; error?: string }>(
        `const done = arguments[arguments.length - 1];
        (async () => (${expression}))().then((value) => done({ value }), (error) => done({ error: String(error) }));`,
      );
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value as Value;
    },
    pressAt: (x, y) => driver.actions().move({ x, y, duration: 0 }).click().perform(),
    type: (text) => driver.actions().sendKeys(text).perform(),
    screenshot: () => driver.takeScreenshot(),
    async close() {
      await driver.quit();
      await server.close();
      await xServer.close();
    },
  };
}
