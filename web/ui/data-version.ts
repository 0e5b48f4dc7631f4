/** An answer of the screen, with the version of the data it was computed at. */
export interface VersionedAnswer {
  /** Tells the answers of a screen apart. */
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

/** The version in an answer's `meta`; null for answers without. */
export function versioned(id: string, data: unknown): VersionedAnswer | null {
  const found = versionOf(data);
  return found && { id, ...found };
}

/** The moment a screen made of several answers stands for: its oldest; null when it has none. */
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
 * The answers that lag behind a version which the screen has seen and were not yet asked again for it: `asked` holds,
 * by answer, the version it was last asked again for.
 */
export function lagging(
  answers: readonly VersionedAnswer[],
  newest: number,
  asked: ReadonlyMap<string, number>,
): VersionedAnswer[] {
  return answers.filter(({ id, version }) => version < newest && (asked.get(id) ?? -1) < newest);
}
