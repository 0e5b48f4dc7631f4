import { rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveUpdates } from '@mailcall/contract/live.ts';
import { freeAddress, startPortal } from '../tests/journeys/portal-program.ts';
import { givePassword, importFiles } from '../tests/journeys/own-record.ts';
import { serviceBase } from '../server/platform/http/serve.ts';
import { newDataFolder } from './data-folder.ts';
import { readOptions, reportMissed, sized } from './options.ts';
import { ownProcessorSecondsOf } from './processes.ts';
import { signIn } from './sign-in.ts';

/** Idle open screens, seconds of each measurement, and the screens' maximum share of one core. */
const people = sized(20, 1);
const screens = sized(500, 2);
const seconds = sized(120, 1);
const limit = 0.05;
/** Seconds until start-up work and the opening of the streams are over. */
const settling = sized({ start: 20, streams: 5 }, { start: 0, streams: 0 });

readOptions('npm run bench:live\n\nMeasures what idle open screens take of the portal.', {});

const openStream = (url: string, token: string) =>
  new Promise<IncomingMessage>((done, fail) => {
    const address = `${url}${serviceBase.data}${liveUpdates.path}?accountIds[]=*`;
    get(address, { agent: false, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      if (answer.statusCode !== 200) fail(new Error(`A stream was answered with ${answer.statusCode}.`));
      else done(answer.resume());
    }).on('error', fail);
  });

/** Share of a core. */
async function shareOf(pid: number): Promise<number> {
  const before = await ownProcessorSecondsOf(pid);
  await sleep(seconds * 1000);
  return ((await ownProcessorSecondsOf(pid)) - before) / seconds;
}

async function signInPeople(url: string): Promise<string[]> {
  const office = 'bench-office';
  const contacts = Array.from({ length: people }, (_, index) => ({
    id: `bench-person-${index}`,
    name: 'Pat Desk',
    email: `desk-${index}@bench.example`,
    account_ids: office,
  }));
  await importFiles({ accounts: [{ id: office, name: 'Bench Dental' }], contacts });
  const tokens: string[] = [];
  for (const { email } of contacts) {
    const password = 'Bench-Desk-2026';
    await givePassword(email, password);
    tokens.push(await signIn(url, { email, password }));
  }
  return tokens;
}

async function measure(url: string, pid: number): Promise<void> {
  const tokens = await signInPeople(url);
  await sleep(settling.start * 1000);
  const idle = await shareOf(pid);
  const streams: IncomingMessage[] = [];
  for (let count = 0; count < screens; count += 1)
    streams.push(await openStream(url, tokens[count % people] ?? ''));
  await sleep(settling.streams * 1000);
  const open = await shareOf(pid);
  const lost = streams.filter(({ closed }) => closed).length;
  for (const stream of streams) stream.destroy();
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
  console.log(
    `${screens} idle open screens take ${percent(open - idle)} of a core: the server ${percent(open)} with them and ${percent(idle)} without, over ${seconds} s each; load ${loadavg()[0]?.toFixed(1)}.`,
  );
  if (lost > 0) throw new Error(`${lost} streams have ended.`);
  if (open - idle > limit) reportMissed(`The limit is ${percent(limit)}.`);
}

const folder = await newDataFolder();
// the journeys' support code adds people to this folder's database
process.env['MAILCALL_JOURNEYS_DATA'] = folder;
try {
  const url = await freeAddress();
  const portal = await startPortal(url, { DATA_DIR: folder, MAILCALL_DEMO: sized('on', 'off') });
  await measure(url, portal.pid).finally(() => portal.stop());
} finally {
  await rm(folder, { recursive: true, force: true });
}
