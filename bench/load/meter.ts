import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PortalProgram } from '../../tests/journeys/portal-program.ts';
import { databaseSeconds, memoryOf, ownProcessorSecondsOf, readProcesses } from '../processes.ts';
import type { BenchRecord } from '../story.ts';

export interface Use {
  /** Processors. */
  portal: number;
  database: number;
  client: number;
  requests: number;
  /** Milliseconds, 99th percentile. */
  loop: number;
}

/** MB. */
export interface Memory {
  portal: number;
  /** V8's heap, and its objects including uncollected garbage. */
  heap: number;
  objects: number;
  buffers: number;
  /** All PostgreSQL processes; shared memory is divided among them. */
  database: number;
}

interface Counters {
  at: number;
  portal: number;
  database: number;
  client: number;
  requests: number;
}

function sumOf(metrics: string, name: string): number {
  let sum = 0;
  for (const line of metrics.split('\n'))
    if (line.startsWith(`${name}{`) || line.startsWith(`${name} `))
      sum += Number(line.slice(line.lastIndexOf(' ')));
  return sum;
}

export class Meter {
  readonly #record: BenchRecord;
  readonly #portal: PortalProgram;
  readonly #metrics: string;
  #before: Counters | null = null;

  constructor(record: BenchRecord, portal: PortalProgram, metrics: string) {
    this.#record = record;
    this.#portal = portal;
    this.#metrics = metrics;
  }

  async use(): Promise<Use> {
    const text = await (await fetch(`${this.#metrics}/metrics`)).text();
    const { user, system } = process.cpuUsage();
    const now: Counters = {
      at: performance.now() / 1000,
      portal: await ownProcessorSecondsOf(this.#portal.pid),
      database: await databaseSeconds(this.#record),
      client: (user + system) / 1e6,
      requests: sumOf(text, 'mailcall_http_request_duration_seconds_count'),
    };
    const before = this.#before ?? now;
    this.#before = now;
    const perSecond = (key: keyof Counters) => (now[key] - before[key]) / (now.at - before.at);
    return {
      portal: perSecond('portal'),
      database: perSecond('database'),
      client: perSecond('client'),
      requests: perSecond('requests'),
      loop: sumOf(text, 'nodejs_eventloop_lag_p99_seconds') * 1000,
    };
  }

  async memory(): Promise<Memory> {
    const status = await readFile(`/proc/${this.#portal.pid}/status`, 'utf8');
    const { environment } = this.#record;
    const pidFile = await readFile(join(environment.dataFolder, 'postgres/data/postmaster.pid'), 'utf8');
    const postmaster = Number(pidFile.split('\n')[0]);
    const pids = [...(await readProcesses())]
      .filter(([pid, { parent }]) => pid === postmaster || parent === postmaster)
      .map(([pid]) => pid);
    const shares = await Promise.all(pids.map(memoryOf));
    const text = await (await fetch(`${this.#metrics}/metrics`)).text();
    const megabytes = (name: string) => sumOf(text, name) / 1024 ** 2;
    return {
      portal: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024,
      heap: megabytes('nodejs_heap_size_total_bytes'),
      objects: megabytes('nodejs_heap_size_used_bytes'),
      buffers: megabytes('nodejs_external_memory_bytes'),
      database: shares.reduce((sum, share) => sum + share, 0),
    };
  }
}
