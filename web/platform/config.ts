import type { Provider, WebConfig } from '@mailcall/contract/provider.ts';

let current: WebConfig | null = null;

/** Loads the configuration once, at start. The page has requested it already; the server forbids to store it. */
export async function loadConfig(): Promise<void> {
  const response = await fetch('/web-config.json');
  if (!response.ok) throw new Error(`The configuration could not be loaded (${response.status}).`);
  current = (await response.json()) as WebConfig;
}

/** The configuration; only after {@link loadConfig}. */
export function config(): WebConfig {
  if (!current) throw new Error('The configuration is not loaded yet.');
  return current;
}

/** Who runs the portal; null before the configuration is loaded, when a fatal error can already be displayed. */
export function loadedProvider(): Provider | null {
  return current?.provider ?? null;
}
