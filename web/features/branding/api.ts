import * as contract from '@mailcall/contract/brands.ts';
import type { PublicProvider } from '@mailcall/contract/provider.ts';
import { type BrandValues, ownBrandId, withBrand } from '@mailcall/contract/rules/brands.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { queryClient } from '../../platform/query-client.ts';
import { onDesk } from '../live/index.ts';

const key = ['provider brands'] as const;

export const brandsQuery = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: ({ signal }) => call(contract.listBrands, {}, { signal }),
  ...onDesk('brands'),
});

export const officeBrandQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'office', id],
    queryFn: ({ signal }) => call(contract.officeBrand, { params: { id } }, { signal }),
    ...onDesk('brands', 'accounts'),
  });

export const readBrandsAgain = () => queryClient.invalidateQueries({ queryKey: key });

export const sendNewBrand = (values: BrandValues) => call(contract.addBrand, { body: { values } });
export const sendBrand = (id: string, values: Partial<BrandValues>, before: Partial<BrandValues>) =>
  call(contract.saveBrand, { params: { id }, body: { values, before } });
export const sendRemoval = (id: string) => call(contract.removeBrand, { params: { id } });
export const sendLogo = async (file: File): Promise<string> =>
  (await call(contract.addLogo, {}, { file })).id;
export const sendOfficeBrand = (id: string, brandId: string | null, before: string | null) =>
  call(contract.chooseOfficeBrand, { params: { id }, body: { brandId, before } });

/** What a brand has where it says nothing. */
export function inheritedBy(id: string, { records, setting }: contract.Branding): PublicProvider {
  const own = records.find((brand) => brand.id === ownBrandId);
  return id === ownBrandId || !own ? setting : withBrand(setting, own.values);
}
