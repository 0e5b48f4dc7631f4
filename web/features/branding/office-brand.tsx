import { ownBrandId } from '@mailcall/contract/rules/brands.ts';
import { NativeSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CallFailed, explanationOf } from '../../platform/api.ts';
import { toast } from '../../ui/toast.tsx';
import { officeBrandQuery, readBrandsAgain, sendOfficeBrand } from './api.ts';

/** Saves at once. Nothing in a portal without brands. */
export function OfficeBrand({ officeId, hasGroup }: { officeId: string; hasGroup: boolean }) {
  const { data } = useQuery(officeBrandQuery(officeId));
  const saving = useMutation({
    mutationFn: ({ to, from }: { to: string | null; from: string | null }) =>
      sendOfficeBrand(officeId, to, from),
    onSuccess: () => toast('success', 'Saved'),
    onSettled: () => readBrandsAgain(),
  });
  if (!data || (data.choices.length === 1 && data.brandId === null)) return null;
  const { brandId, inherited, choices } = data;
  const { error } = saving;
  const problem =
    error && ((error instanceof CallFailed && error.problems?.['brandId']) || explanationOf(error));
  return (
    <NativeSelect
      label="Brand"
      description="Look and mail sender of this office and those below it."
      maw="24rem"
      disabled={saving.isPending}
      value={brandId ?? ''}
      error={problem}
      data={[
        {
          value: '',
          label: hasGroup ? `As its group: ${inherited.name}` : `The provider’s own: ${inherited.name}`,
        },
        ...choices
          .filter(({ id }) => hasGroup || id !== ownBrandId || brandId === id)
          .map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={({ currentTarget }) => saving.mutate({ to: currentTarget.value || null, from: brandId })}
    />
  );
}
