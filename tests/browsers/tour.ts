import { demoPassword } from '../../demo/people.ts';
import { click, type DrivenBrowser, problemsOf, untilDone } from './driven-browser.ts';
import { callWithRecording, control, controlBeginning, field, inDialog, mailingWith } from './places.ts';

type Screen = readonly [path: string, heading: string];

const beforeSignIn: readonly Screen[] = [
  ['/activation?email=a%40b.example&code=1', 'This link cannot be used'],
  ['/setup', 'Page has expired'],
  ['/resetPassword', 'Forgot your password?'],
];

const signedIn: readonly Screen[] = [
  ['/campaigns', 'Campaigns'],
  ['/scoreboard?range=all', 'Scoreboard'],
  ['/scoreboard?tab=all-calls&outcome=all+calls', 'Scoreboard'],
  ['/scoreboard?tab=all-calls&outcome=missed+call', 'Scoreboard'],
  ['/scoreboard?tab=front-desk&range=all', 'Scoreboard'],
  ['/tracking-lines?range=all', 'Tracking Lines'],
  ['/maps?range=all', 'Map IQ'],
  ['/settings', 'Settings'],
  ['/accounts/silverwren-asheville/designs/avl-campaign-067-design-1', ''],
  ['/design-concept-selection?designIds=bou-campaign-063-design-1,bou-campaign-063-design-2', ''],
  ['/nowhere', 'Page not found'],
];

interface Loaded {
  heading: string;
  sideways: number;
  failures: string[];
}

const loaded = `(() => {
  const heading = document.querySelector('h1');
  if (!heading || document.querySelector('[aria-busy="true"]')) throw new Error('It is still loading.');
  return {
    heading: heading.textContent.trim(),
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    failures: [...document.querySelectorAll('[role="alert"]')].map((alert) => alert.textContent).filter((text) => /could not|error/i.test(text)),
  };
})()`;

/** Colored share of an element's pixels, 0 to 1: the base map is gray, shapes on it are not. */
const coloredShare = (selector: string, screenshot: string) => `(async () => {
  const image = new Image();
  image.src = 'data:image/png;base64,${screenshot}';
  await image.decode();
  const { left, top, width, height } = document.querySelector('${selector}').getBoundingClientRect();
  const scale = image.width / innerWidth;
  const canvas = document.createElement('canvas');
  canvas.width = width; canvas.height = height;
  const drawing = canvas.getContext('2d');
  drawing.drawImage(image, left * scale, top * scale, width * scale, height * scale, 0, 0, width, height);
  const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height);
  let colored = 0;
  for (let at = 0; at < data.length; at += 4) {
    const part = [data[at], data[at + 1], data[at + 2]];
    if (Math.max(...part) - Math.min(...part) > 40) colored += 1;
  }
  return colored / (data.length / 4);
})()`;

const map = '.maplibregl-map';
const minColoredShare = 0.05;

/** Opens every screen of the portal at `url`. Returns the problems, a sentence each. */
export async function tour(
  browser: DrivenBrowser,
  url: string,
  report: (line: string) => void,
): Promise<string[]> {
  const found: string[] = [];

  /** One part of the tour; what fails in it does not end the others. */
  async function step(name: string, action: () => Promise<void>): Promise<void> {
    const problems: string[] = [];
    await action().catch((error: unknown) =>
      problems.push(error instanceof Error ? error.message : String(error)),
    );
    problems.push(...(await problemsOf(browser).catch(() => ['The page does not answer.'])));
    report(`${problems.length === 0 ? '✓' : '✗'} ${name}`);
    found.push(...problems.map((problem) => `${name}: ${problem}`));
  }

  const press = (xpath: string) => click(browser, xpath);

  const waitFor = (condition: string, what: string) =>
    untilDone(async () => {
      if (!(await browser.evaluate<boolean>(condition))) throw new Error(`${what} did not happen.`);
    });

  async function expectScreen(heading: string): Promise<void> {
    const page = await untilDone(async () => {
      const shown = await browser.evaluate<Loaded>(loaded);
      if (heading !== '' && shown.heading !== heading)
        throw new Error(`The heading is '${shown.heading}' instead of '${heading}'.`);
      return shown;
    });
    if (page.sideways > 0) throw new Error(`The page scrolls sideways by ${page.sideways} px.`);
    if (page.failures.length > 0) throw new Error(`The page says: ${page.failures.join(' · ')}`);
  }

  const openScreens = async (screens: readonly Screen[]) => {
    for (const [path, heading] of screens) {
      await step(`Open ${path}`, async () => {
        await browser.open(url + path);
        await expectScreen(heading);
      });
    }
  };

  const signIn = (who: string) =>
    step(`Sign in as ${who}`, async () => {
      await browser.open(`${url}/login`);
      await press(field('Email'));
      await browser.type(`${who}@demo.example`);
      await press(field('Password'));
      await browser.type(demoPassword);
      await press(control('Sign In'));
      await expectScreen('Campaigns');
    });

  await openScreens(beforeSignIn);
  await signIn('owner');
  await openScreens(signedIn);

  await step('Play a recording', async () => {
    await browser.open(`${url}/scoreboard?tab=all-calls&outcome=opportunity`);
    await press(callWithRecording);
    await press(inDialog(control('Play')));
    await waitFor("document.querySelector('audio')?.currentTime > 0.5", 'Playing');
  });

  await step('Draw a map', async () => {
    await browser.open(`${url}/campaigns`);
    await press(mailingWith('MVP Mail'));
    await press(inDialog(control('Map')));
    await waitFor(
      `document.querySelector('${map}')?.closest('figure')?.ariaBusy === 'false'`,
      'Drawing the map',
    );
    await browser.evaluate(
      `document.querySelector('${map}').scrollIntoView({ block: 'center', behavior: 'instant' })`,
    );
    const share = await untilDone(async () => {
      const colored = await browser.evaluate<number>(coloredShare(map, await browser.screenshot()));
      if (colored < minColoredShare)
        throw new Error(`Only ${Math.round(colored * 100)} % of the map is colored.`);
      return colored;
    });
    report(`  ${Math.round(share * 100)} % of the map is colored`);
  });

  await step('Log out', async () => {
    await browser.open(`${url}/logout`);
    await waitFor("location.pathname === '/login'", 'Logging out');
  });
  await signIn('other');
  await step('Approve a mailing', async () => {
    await press(controlBeginning('Review and Approve'));
    await press(inDialog(control('Approve – goes to print')));
    await press(inDialog("//button[normalize-space(.)='Approve – goes to print' and not(@disabled)]"));
    await waitFor(
      '/is approved and goes to print\\. Thank you\\./.test(document.body.textContent)',
      'The approval',
    );
  });
  return found;
}
