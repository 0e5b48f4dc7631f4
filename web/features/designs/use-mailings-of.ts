import type { Design } from '@mailcall/contract/designs.ts';
import { useQueries } from '@tanstack/react-query';
import { type DesignMailing, designMailingsQuery } from './api.ts';

export function useMailingsOf(designs: readonly Pick<Design, 'accountId' | 'id'>[]): {
  mailings: readonly DesignMailing[];
  isLoading: boolean;
} {
  return useQueries({
    queries: designs.map(({ accountId, id }) => designMailingsQuery(accountId, id)),
    combine: (answers) => {
      const isLoading = answers.some(({ isPending }) => isPending);
      const mailings = answers.flatMap(({ data = [] }) =>
        data.map((mailing) => [mailing.id, mailing] as const),
      );
      return { mailings: isLoading ? [] : [...new Map(mailings).values()], isLoading };
    },
  });
}
