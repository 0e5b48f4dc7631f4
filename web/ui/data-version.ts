export interface VersionedAnswer {
  id: string;
  version: number;
  /** ISO 8601, UTC. */
  asOf: string;
}

const versionOf = (data: unknown): Omit<VersionedAnswer, 'id'> | null => {
  const meta = (data as { meta?: { version?: unknown; asOf?: unknown } } | null | undefined)?.meta;
  return typeof meta?.version === 'number' && typeof meta.asOf === 'string'
    ? { version: meta.version, asOf: meta.asOf }
    : null;
};

export function versioned(id: string, data: unknown): VersionedAnswer | null {
  const found = versionOf(data);
  return found && { id, ...found };
}

export function oldestAsOf(answers: readonly VersionedAnswer[]): string | null {
  return answers.reduce<string | null>(
    (oldest, { asOf }) => (oldest === null || asOf < oldest ? asOf : oldest),
    null,
  );
}

/** Newest version among answers; -1 without any. */
export function newestVersion(answers: readonly VersionedAnswer[]): number {
  return answers.reduce((newest, { version }) => Math.max(newest, version), -1);
}

/** Answers older than the newest version and not yet refetched for it. `refetchedFor`: version of the last refetch by answer. */
export function outdated(
  answers: readonly VersionedAnswer[],
  newest: number,
  refetchedFor: ReadonlyMap<string, number>,
): VersionedAnswer[] {
  return answers.filter(({ id, version }) => version < newest && (refetchedFor.get(id) ?? -1) < newest);
}
