/** An answer of the screen, with the version of the data it was computed at. */
export interface VersionedAnswer {
  /** Identifies the answer among those of a screen. */
  id: string;
  version: number;
  /** When it was computed, ISO 8601 in UTC. */
  asOf: string;
}

const versionOf = (data: unknown): Omit<VersionedAnswer, 'id'> | null => {
  const meta = (data as { meta?: { version?: unknown; asOf?: unknown } } | null | undefined)?.meta;
  return typeof meta?.version === 'number' && typeof meta.asOf === 'string'
    ? { version: meta.version, asOf: meta.asOf }
    : null;
};

/** The version in an answer's `meta`; null when it has none. */
export function versioned(id: string, data: unknown): VersionedAnswer | null {
  const found = versionOf(data);
  return found && { id, ...found };
}

/** The time that a screen of several answers is as of: that of its oldest answer; null without answers. */
export function oldestAsOf(answers: readonly VersionedAnswer[]): string | null {
  return answers.reduce<string | null>(
    (oldest, { asOf }) => (oldest === null || asOf < oldest ? asOf : oldest),
    null,
  );
}

/** The newest version among answers; -1 when there are none. */
export function newestVersion(answers: readonly VersionedAnswer[]): number {
  return answers.reduce((newest, { version }) => Math.max(newest, version), -1);
}

/**
 * The answers that are older than the newest version and were not yet refetched for it: `refetchedFor` has, by answer, the
 * version that it was last refetched for.
 */
export function outdated(
  answers: readonly VersionedAnswer[],
  newest: number,
  refetchedFor: ReadonlyMap<string, number>,
): VersionedAnswer[] {
  return answers.filter(({ id, version }) => version < newest && (refetchedFor.get(id) ?? -1) < newest);
}
