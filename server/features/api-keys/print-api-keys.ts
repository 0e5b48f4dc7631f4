import type { ApiKey } from './api-keys.ts';

const minute = (time: Date) => time.toISOString().slice(0, 16).replace('T', ' ');

function stateOf({ revokedAt, expiresAt }: ApiKey, now: Date): string {
  if (revokedAt) return `revoked ${minute(revokedAt)}`;
  if (expiresAt && expiresAt <= now) return `expired ${minute(expiresAt)}`;
  return expiresAt ? `expires ${minute(expiresAt)}` : 'active';
}

/** A table of API keys as lines of text; times are in UTC. */
export function apiKeyLines(keys: readonly ApiKey[], now: Date): string[] {
  if (keys.length === 0) return ['There is no API key.'];
  const rows = [
    ['id', 'key', 'system', 'name', 'scopes', 'last used', 'state'],
    ...keys.map((key) => [
      key.id,
      `${key.prefix}…`,
      key.system,
      key.name,
      key.scopes.join(','),
      key.lastUsedAt ? minute(key.lastUsedAt) : 'never',
      stateOf(key, now),
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
