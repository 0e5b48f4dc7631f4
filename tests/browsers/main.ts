import { withOwnPortal } from '../journeys/portal-program.ts';
import type { DrivenBrowser } from './driven-browser.ts';
import { startFirefox } from './firefox.ts';
import { tour } from './tour.ts';
import { startWebKit } from './webkit.ts';

/** `npm run browsers`: opens a portal of its own with the demo story in each. A browser that is not installed fails the run. */
const browsers: Readonly<Record<string, () => Promise<DrivenBrowser>>> = {
  firefox: startFirefox,
  webkit: startWebKit,
};

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(browsers);

async function tourOf(start: () => Promise<DrivenBrowser>): Promise<string[]> {
  const browser = await start();
  try {
    return await withOwnPortal(async (url) => {
      console.log(browser.name);
      const found = await tour(browser, url, (line) => console.log(`  ${line}`));
      return found.map((problem) => `${browser.name}: ${problem}`);
    });
  } finally {
    await browser.close();
  }
}

const problems: string[] = [];
for (const name of chosen) {
  const start = browsers[name];
  if (!start)
    problems.push(`There is no browser '${name}'; there are ${Object.keys(browsers).join(' and ')}.`);
  else
    await tourOf(start)
      .then((found) => problems.push(...found))
      .catch((error: unknown) =>
        problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`),
      );
}

console.log(
  problems.length === 0
    ? '\nEverything works.'
    : `\nProblems:\n${problems.map((text) => `  ${text}`).join('\n')}`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
