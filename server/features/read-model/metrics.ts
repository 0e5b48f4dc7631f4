import { Counter, Gauge } from 'prom-client';
import { processMetrics } from '../../platform/process-metrics.ts';

const registers = [processMetrics];
const copies = new Set<{ readonly state: string }>();

const queries = new Counter({
  name: 'mailcall_read_model_queries_total',
  help: 'Queries over calls, by what answered them: the columnar copy or the record.',
  labelNames: ['engine'],
  registers,
});
new Gauge({
  name: 'mailcall_read_model',
  help: 'Always 1; the label says how the columnar copy is.',
  labelNames: ['state'],
  registers,
  collect() {
    this.reset();
    for (const { state } of copies) this.inc({ state });
  },
});

export const countQuery = (engine: 'copy' | 'record'): void => queries.inc({ engine });

export function showState(copy: { readonly state: string }): () => void {
  copies.add(copy);
  return () => void copies.delete(copy);
}
