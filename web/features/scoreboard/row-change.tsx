import { useQuery } from '@tanstack/react-query';
import { ChangeLine, comparedScope } from '../comparison/index.ts';
import type { ScopeComparison } from '../scope/index.ts';
import { breakdownQuery } from './api.ts';
import { type BreakdownRow, keyOf } from './breakdown-rows.ts';
import type { BreakdownCard } from './breakdown-table.ts';

export function RowChange({
  card,
  row,
  showAllSources,
  comparison,
}: {
  card: BreakdownCard;
  row: BreakdownRow;
  showAllSources: boolean;
  comparison: ScopeComparison;
}) {
  const scope = comparedScope(comparison);
  const before = useQuery({
    ...breakdownQuery(card.key, scope ?? comparison.scope, showAllSources),
    enabled: scope !== null,
  });
  const side = (value: number) => ({ value, of: value });
  return (
    <ChangeLine
      before={before}
      now={side(row.record.value)}
      sideOf={({ records }) => side(records.find((record) => keyOf(record) === row.key)?.value ?? 0)}
      rule={{ kind: 'count', direction: 'neither' }}
    />
  );
}
