import type { PatientMatch } from './match-patients.ts';

interface ClassTotals {
  households: number;
  productionCents: number;
}

/** Each household counts once, in the class of its best patient. */
export interface AuditTotals {
  strong: ClassTotals;
  weak: ClassTotals;
  none: ClassTotals;
  matchedPatients: number;
  mailingIds: string[];
}

export function auditTotals(
  households: readonly { id: string; productionCents: number }[],
  matches: readonly Pick<PatientMatch, 'householdId' | 'class' | 'mailingId'>[],
): AuditTotals {
  const classes = new Map<string, 'strong' | 'weak'>();
  for (const match of matches)
    if (classes.get(match.householdId) !== 'strong') classes.set(match.householdId, match.class);
  const totals = {
    strong: { households: 0, productionCents: 0 },
    weak: { households: 0, productionCents: 0 },
    none: { households: 0, productionCents: 0 },
  };
  for (const { id, productionCents } of households) {
    const ofClass = totals[classes.get(id) ?? 'none'];
    ofClass.households += 1;
    ofClass.productionCents += productionCents;
  }
  return {
    ...totals,
    matchedPatients: matches.length,
    mailingIds: [...new Set(matches.map(({ mailingId }) => mailingId))].sort(),
  };
}
