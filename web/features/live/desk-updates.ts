import type { DeskTopic } from '@mailcall/contract/live.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { automatically } from '../../platform/api.ts';
import { alwaysFresh } from '../../platform/query-client.ts';
import { watchDesk } from './watch-changes.ts';

/** Minimum milliseconds between two refreshes; longer if they are slow, because an import changes the desk each second. */
const minRefreshInterval = 1000;
/** Maximum share of time that refreshes may take. */
const maxRefreshShare = 0.1;

/** Options of a query of the provider's desk: it reads again when another person, or the feed, changes one of these. */
export const onDesk = (...deskTopics: DeskTopic[]) => ({ ...alwaysFresh, meta: { deskTopics } }) as const;

/** For what also comes with time, such as a design that nobody opened for three days. */
export const timedOnDesk = (...deskTopics: DeskTopic[]) =>
  ({ ...onDesk(...deskTopics), refetchInterval: minutes(5) }) as const;

const topicsOf = ({ meta }: Query) => (meta?.['deskTopics'] ?? []) as readonly DeskTopic[];

/** Collects changed topics while a refresh runs or has just run. */
export class DeskRefresh {
  readonly #client: QueryClient;
  /** Null: everything. */
  #changed: Set<DeskTopic> | null = new Set();
  #isBusy = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  note(topics: readonly DeskTopic[] | null): void {
    if (topics === null) this.#changed = null;
    else for (const topic of topics) this.#changed?.add(topic);
    if (!this.#isBusy) void this.#refresh();
  }

  stop(): void {
    this.#isBusy = true;
    clearTimeout(this.#timer);
  }

  async #refresh(): Promise<void> {
    const changed = this.#changed;
    if (changed?.size === 0) return;
    this.#changed = new Set();
    this.#isBusy = true;
    const started = performance.now();
    await automatically(() =>
      this.#client.invalidateQueries({
        predicate(query) {
          const topics = topicsOf(query);
          return changed === null ? topics.length > 0 : topics.some((topic) => changed.has(topic));
        },
      }),
    );
    const rest = Math.max(minRefreshInterval, (performance.now() - started) / maxRefreshShare);
    this.#timer = setTimeout(() => {
      this.#isBusy = false;
      void this.#refresh();
    }, rest);
  }
}

/** Keeps open pages of the desk current. */
export function useDeskUpdates(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = new DeskRefresh(client);
    const stopWatching = watchDesk({
      onOpen: () => refresh.note(null),
      onChange: ({ topics }) => refresh.note(topics),
    });
    return () => {
      stopWatching();
      refresh.stop();
    };
  }, [client]);
}
