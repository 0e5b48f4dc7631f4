import {
  addDesign,
  addDesignVersion,
  answerDesignComment,
  checkDesignFile,
  deskDesign,
  type DeskDesignState,
  deskDesigns,
  deskOfficeChoices,
  editDesign,
  sendDesign,
} from '@mailcall/contract/provider-designs.ts';
import type { Side } from '@mailcall/contract/designs.ts';
import type { RouteInput } from '@mailcall/contract/wire/route.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { automatically, call } from '../../platform/api.ts';
import { config } from '../../platform/config.ts';
import { queryClient } from '../../platform/query-client.ts';
import { onDesk } from '../live/index.ts';

export const pictureUrl = (url: string) => config().services.data + url;

const designs = onDesk(
  'designs',
  'design-versions',
  'review-comments',
  'campaigns',
  'accounts',
  'contacts',
  'sales-contacts',
);

export interface DesignsWanted {
  search: string;
  state: DeskDesignState | undefined;
  page: number;
}

export const designsQuery = ({ search, state, page }: DesignsWanted) =>
  queryOptions({
    queryKey: ['provider', 'designs', 'list', search, state ?? '', page],
    queryFn: ({ signal }) =>
      call(deskDesigns, { query: { search, page, ...(state && { state }) } }, { signal }),
    placeholderData: keepPreviousData,
    ...designs,
  });

export const designQuery = (id: string) =>
  queryOptions({
    queryKey: ['provider', 'designs', 'design', id],
    queryFn: ({ signal }) => call(deskDesign, { params: { id } }, { signal }),
    ...designs,
  });

export const choicesQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['provider', 'designs', 'choices', accountId],
    queryFn: ({ signal }) => call(deskOfficeChoices, { params: { accountId } }, { signal }),
    ...onDesk('accounts', 'campaigns', 'contacts', 'sales-contacts'),
  });

export const refetchDesigns = () =>
  automatically(() => queryClient.invalidateQueries({ queryKey: ['provider', 'designs'] }));

export const sendFile = async (
  file: File,
  query: { accountId: string; format: string; side: Side; designId?: string },
) => (await call(checkDesignFile, { query }, { file })).faces;

type Body<Route extends Parameters<typeof call>[0]> = NonNullable<RouteInput<Route>['body']>;

async function changed<Reply>(work: Promise<Reply>): Promise<Reply> {
  const reply = await work;
  await refetchDesigns();
  return reply;
}

export const saveNewDesign = (body: Body<typeof addDesign>) => changed(call(addDesign, { body }));
export const saveVersion = (id: string, body: Body<typeof addDesignVersion>) =>
  changed(call(addDesignVersion, { params: { id }, body }));
export const sendToClient = (id: string, body: Body<typeof sendDesign>) =>
  changed(call(sendDesign, { params: { id }, body }));
export const saveDesign = (id: string, body: Body<typeof editDesign>) =>
  changed(call(editDesign, { params: { id }, body }));
export const saveAnswer = (id: string, commentId: string, body: Body<typeof answerDesignComment>) =>
  changed(call(answerDesignComment, { params: { id, commentId }, body }));
