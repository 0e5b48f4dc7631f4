import * as contract from '@mailcall/contract/provider-picklists.ts';
import type { RouteInput, RouteReply } from '@mailcall/contract/wire/route.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { queryClient } from '../../platform/query-client.ts';
import { onDesk } from '../live/index.ts';

const key = 'provider picklists';

export type Picklists = RouteReply<typeof contract.listDeskPicklists>;
export type ValueBody = NonNullable<RouteInput<typeof contract.savePicklistValue>['body']>;

export const picklistsQuery = queryOptions({
  queryKey: [key],
  queryFn: ({ signal }) => call(contract.listDeskPicklists, {}, { signal }),
  ...onDesk('picklists', 'accounts', 'campaigns'),
});

const readAgain = () => queryClient.invalidateQueries({ queryKey: [key] });

export async function sendValue(body: ValueBody): Promise<void> {
  try {
    await call(contract.savePicklistValue, { body });
  } finally {
    await readAgain();
  }
}

export async function sendIndustry(from: string, to: string): Promise<number> {
  const { count } = await call(contract.moveIndustry, { body: { from, to } });
  await readAgain();
  return count;
}
