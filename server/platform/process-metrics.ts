import { collectDefaultMetrics, Registry } from 'prom-client';

/** Each module adds its own (docs/reference/metrics.md). */
export const processMetrics = new Registry();

let measuring = false;

/** Costly ones: memory, garbage collection and event loop delay. */
export function measureProcess(): void {
  if (measuring) return;
  measuring = true;
  collectDefaultMetrics({ register: processMetrics });
}
