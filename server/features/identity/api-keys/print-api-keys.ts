import type { OperatedApiKey } from '@mailcall/contract/operate.ts';
import { minuteText, tableLines } from '../../../platform/text-table.ts';
import type { ApiKey } from './api-keys.ts';

export function presentApiKey(key: ApiKey, now: Date): OperatedApiKey {
  const { id, prefix, system, name, scopes } = key;
  return {
    id,
    prefix,
    system,
    name,
    scopes,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    state: key.revokedAt ? 'revoked' : key.expiresAt && key.expiresAt <= now ? 'expired' : 'active',
  };
}

function stateText({ state, revokedAt, expiresAt }: OperatedApiKey): string {
  if (revokedAt) return `revoked ${minuteText(revokedAt)}`;
  if (!expiresAt) return state;
  return `${state === 'expired' ? 'expired' : 'expires'} ${minuteText(expiresAt)}`;
}

export function apiKeyLines(keys: readonly ApiKey[], now: Date): string[] {
  if (keys.length === 0) return ['There is no API key.'];
  return tableLines([
    ['id', 'key', 'system', 'name', 'scopes', 'last used', 'state'],
    ...keys
      .map((key) => presentApiKey(key, now))
      .map((key) => [
        key.id,
        `${key.prefix}…`,
        key.system,
        key.name,
        key.scopes.join(','),
        key.lastUsedAt ? minuteText(key.lastUsedAt) : 'never',
        stateText(key),
      ]),
  ]);
}
