import type { PublicProvider, WebConfig } from '@mailcall/contract/provider.ts';

let current: WebConfig | null = null;

/** Loads the configuration at startup. The page has already requested it; the server forbids caching. */
export async function loadConfig(): Promise<void> {
  const response = await fetch('/web-config.json');
  if (!response.ok) throw new Error(`The configuration could not be loaded (${response.status}).`);
  current = (await response.json()) as WebConfig;
}

/** Only valid after {@link loadConfig}. */
export function config(): WebConfig {
  if (!current) throw new Error('The configuration is not loaded yet.');
  return current;
}

/** Provider; null before {@link loadConfig}, when a fatal error may already be shown. */
export function loadedProvider(): PublicProvider | null {
  return current?.provider ?? null;
}
