import { collectDefaultMetrics, Registry } from 'prom-client';

/** What this process counts about itself; each module that counts adds its metrics here (docs/operate/metrics.md). */
export const processMetrics = new Registry();

let measuring = false;

/** Begins to measure what costs something to measure: memory, garbage collection and the delay of the event loop. */
export function measureProcess(): void {
  if (measuring) return;
  measuring = true;
  collectDefaultMetrics({ register: processMetrics });
}
