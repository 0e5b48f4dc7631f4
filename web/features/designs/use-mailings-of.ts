import type { Design } from '@mailcall/contract/designs.ts';
import { useQueries } from '@tanstack/react-query';
import { type DesignMailing, designMailingsQuery } from './api.ts';

/** The mailings of some designs, each once; empty while they are loading. */
export function useMailingsOf(designs: readonly Pick<Design, 'accountId' | 'id'>[]): DesignMailing[] {
  return useQueries({
    queries: designs.map(({ accountId, id }) => designMailingsQuery(accountId, id)),
    combine: (answers) => [
      ...new Map(answers.flatMap(({ data = [] }) => data.map((mailing) => [mailing.id, mailing]))).values(),
    ],
  });
}
