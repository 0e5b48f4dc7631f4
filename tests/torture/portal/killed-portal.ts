import { setTimeout as pause } from 'node:timers/promises';
import { randomNumbers } from '../random-work.ts';
import { Acknowledged } from './acknowledged.ts';
import { PortalClient } from './client.ts';
import { answeredFigures, expectedFigures, readSummary, recordFigures, waitForCopy } from './figures.ts';
import { losses } from './losses.ts';
import { resumeJobs } from './resume-jobs.ts';
import { orphansOf, processesOf, startPortal, type TorturedPortal } from './portal.ts';
import { alertProblems, countAlerts, mailsAgain } from './sent-alerts.ts';
import type { WorldSize } from './world.ts';
import { Work } from './work.ts';

const sentAtOnce = 2;
/** Milliseconds within which jobs finish after the last kill: jobs of killed workers are taken up after minutes. */
const jobsTimeout = 6 * 60_000;

export interface Torture {
  size: WorldSize;
  /** The share of requests with rows that have an `Idempotency-Key`, which a killed process holds for 30 seconds. */
  named: number;
  kills: number;
  seed: number;
  compareEvery: number;
  /** Kills, in this order; random by default. */
  kinds?: readonly Kill[];
  /** The share of kills after which everything has to work again before the next one, or the end. */
  waited: number;
  /** Milliseconds after which nothing more is killed. */
  longest: number;
  /** Milliseconds between two kills, besides half a second; random up to 3,000 by default. */
  longestPause?: number;
  /** Takes up at the end what killed workers were doing, at once and not after minutes, as the portal does by itself. */
  resumesJobs?: boolean;
}

const kinds = ['web 1', 'web 2', 'worker', 'backend', 'postmaster', 'all of PostgreSQL', 'frozen'] as const;
/** Target of a kill: a process of the portal, some of PostgreSQL's, or PostgreSQL is frozen for some seconds instead. */
export type Kill = (typeof kinds)[number];
/** The shares are in the order of the kinds. */
const shares = [0.25, 0.25, 0.2, 0.12, 0.08, 0.07, 0.03];

export interface TortureResult {
  problems: string[];
  kills: Map<Kill, number>;
  acknowledged: Acknowledged;
  comparisons: number;
  looks: number;
  /** Milliseconds until everything worked again, for each kill after which that was waited for. */
  recoveries: number[];
  mails: number;
  mailsAgain: number;
  mailsThatMayComeAgain: number;
}

export async function torturePortal(torture: Torture): Promise<TortureResult> {
  const portal = await startPortal(torture.size);
  const run = new TortureRun(portal, torture);
  await run.client.signIn();
  const work = run.work.run();
  const looking = run.look();
  await Promise.race([run.killAtRandom(), work]);
  run.work.end();
  await work;
  await run.finish();
  await looking;
  return run.result();
}

class TortureRun {
  readonly work: Work;
  readonly client: PortalClient;
  readonly #portal: TorturedPortal;
  readonly #torture: Torture;
  readonly #random: () => number;
  readonly #acknowledged = new Acknowledged();
  readonly #problems: string[] = [];
  readonly #kills = new Map<Kill, number>();
  readonly #recoveries: number[] = [];
  #comparisons = 0;
  #looks = 0;
  #ended = false;

  constructor(portal: TorturedPortal, torture: Torture) {
    this.#portal = portal;
    this.#torture = torture;
    this.#random = randomNumbers(torture.seed);
    this.client = new PortalClient(portal.urls, this.#acknowledged);
    this.work = new Work(portal.world, this.client, this.#acknowledged, {
      random: randomNumbers(torture.seed + 1),
      named: torture.named,
    });
  }

  #kind(): Kill {
    let share = this.#random();
    const place = shares.findIndex((each) => (share -= each) < 0);
    return kinds[place] ?? 'web 1';
  }

  async killAtRandom(): Promise<void> {
    const { kills, compareEvery, waited, longest, longestPause = 3_000 } = this.#torture;
    const until = Date.now() + longest;
    for (let count = 1; count <= kills && Date.now() < until; count += 1) {
      await pause(500 + this.#random() * longestPause);
      const kind = this.#torture.kinds?.[count - 1] ?? this.#kind();
      const before = performance.now();
      await this.#kill(kind);
      this.#kills.set(kind, (this.#kills.get(kind) ?? 0) + 1);
      if (this.#random() < waited) {
        await this.#portal.recovered();
        this.#recoveries.push(performance.now() - before);
      }
      if (count % compareEvery === 0) await this.#compareAtRest();
    }
  }

  async #kill(kind: Kill): Promise<void> {
    const { postgres, processes } = this.#portal;
    const portalProcess = processes.find(({ name }) => name === kind);
    if (portalProcess) return portalProcess.kill();
    const first = postgres.pid();
    const others = postgres.processes().filter((pid) => pid !== first);
    const killPids = (pids: readonly number[]) => {
      for (const pid of pids)
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // it has just ended
        }
    };
    if (kind === 'backend') killPids(others.slice(Math.floor(this.#random() * others.length)).slice(0, 1));
    if (kind === 'postmaster') killPids([first]);
    if (kind === 'all of PostgreSQL') killPids([first, ...others]);
    if (kind === 'frozen') {
      postgres.freeze();
      await pause(3_000 + this.#random() * 5_000);
      postgres.thaw();
    }
  }

  async look(): Promise<void> {
    const versions = new Map<string, number>();
    let newest = 0;
    while (!this.#ended) {
      const url = this.client.urls[this.#looks % this.client.urls.length] ?? '';
      const size = this.#portal.world.size.calls;
      const [least, before] = [size + this.#acknowledged.calls.size, newest];
      const { calls, version } = await readSummary(this.client, url);
      const most = size + this.#acknowledged.sentCalls;
      if (calls < least || calls > most)
        this.#problems.push(`${url} counts ${calls} calls; between ${least} and ${most} were sent`);
      // once a process has answered a version, no other may answer an earlier one
      if (version < before) this.#problems.push(`${url} answers version ${version} after ${before}`);
      newest = Math.max(newest, version);
      versions.set(url, version);
      this.#looks += 1;
      await pause(150);
    }
  }

  async #compareAtRest(): Promise<void> {
    await this.#portal.recovered();
    await this.work.rest();
    await this.#compare();
    this.work.goOn();
  }

  async #compare(): Promise<void> {
    const { world, database } = this.#portal;
    const expected = expectedFigures(world, this.#acknowledged);
    const record = await recordFigures(database);
    const note = (who: string, found: object, wanted: object) => {
      if (JSON.stringify(found) !== JSON.stringify(wanted))
        this.#problems.push(`${who}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
    };
    const keys = Object.keys(expected).sort();
    note('the record', pick(record.figures, keys), pick(expected, keys));
    for (const url of this.client.urls) {
      if (world.size.calls >= 40_000) await waitForCopy(this.client, url);
      const { figures, versions } = await answeredFigures(this.client, url);
      note(url, pick(figures, keys), pick(expected, keys));
      note(`${url}, versions`, [...versions], [record.version]);
    }
    this.#comparisons += 1;
  }

  async finish(): Promise<void> {
    const { database, files, world, sink, postgres, folder, processes } = this.#portal;
    await this.#portal.recovered();
    await this.#jobsAreDone();
    await this.#compare();
    this.#ended = true;
    this.#problems.push(
      ...(await losses(database, files, { world, acknowledged: this.#acknowledged })),
      ...(await alertProblems(database, sink.received, this.#acknowledged)),
    );
    const strangers = orphansOf(postgres);
    if (strangers.length > 0)
      this.#problems.push(`PostgreSQL has processes of before: ${strangers.join(', ')}`);
    const codes = await this.#portal.stop();
    if (codes.some((code) => code !== 0)) this.#problems.push(`the processes ended with ${codes.join(', ')}`);
    for (const orphan of processesOf(folder)) this.#problems.push(`left behind: ${orphan}`);
    this.#problems.push(...this.client.faults, ...processes.flatMap(({ faults }) => faults));
  }

  async #jobsAreDone(): Promise<void> {
    const { database } = this.#portal;
    const { alerts } = this.#acknowledged;
    let state = '';
    for (const until = Date.now() + jobsTimeout; Date.now() < until; await pause(1_000)) {
      if (this.#torture.resumesJobs) await resumeJobs(this.#portal);
      const counts = await countAlerts(database);
      const { rows } = await database.pool.query<{ waiting: number; unpublished: number }>(
        `select (select count(*) from twilio_calls where imported_at is null) as waiting,
           (select count(*) from portal_changes where position is null) as unpublished`,
      );
      const [{ waiting, unpublished } = { waiting: 0, unpublished: 0 }] = rows;
      state = JSON.stringify({ ...counts, waiting, unpublished, expected: alerts.size });
      if (counts.alerts === alerts.size && counts.sent === counts.messages && waiting + unpublished === 0)
        return;
    }
    this.#problems.push(`not done after ${jobsTimeout} ms: ${state}`);
  }

  result(): TortureResult {
    const { sink } = this.#portal;
    const killed = [...this.#kills.values()].reduce((sum, count) => sum + count, 0);
    return {
      problems: this.#problems,
      kills: this.#kills,
      acknowledged: this.#acknowledged,
      comparisons: this.#comparisons,
      looks: this.#looks,
      recoveries: this.#recoveries,
      mails: sink.received.length,
      mailsAgain: mailsAgain(sink.received),
      mailsThatMayComeAgain: killed * sentAtOnce,
    };
  }
}

const pick = (figures: object, keys: readonly string[]) =>
  keys.map((key) => [key, Reflect.get(figures, key) as unknown]);
