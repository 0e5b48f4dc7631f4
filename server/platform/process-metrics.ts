import { collectDefaultMetrics, Registry } from 'prom-client';

/** Metrics of this process; each module adds its own (docs/reference/metrics.md). */
export const processMetrics = new Registry();

let measuring = false;

/** Starts the costly measurements: memory, garbage collection and event loop delay. */
export function measureProcess(): void {
  if (measuring) return;
  measuring = true;
  collectDefaultMetrics({ register: processMetrics });
}
