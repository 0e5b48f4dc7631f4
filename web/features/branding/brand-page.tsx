import type { Brand } from '@mailcall/contract/brands.ts';
import { ownBrandId, withBrand } from '@mailcall/contract/rules/brands.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { Button, Skeleton, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { explanationOf } from '../../platform/api.ts';
import { Answer } from '../../ui/answer.tsx';
import { ConfirmActions, Dialog } from '../../ui/dialog.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { toast } from '../../ui/toast.tsx';
import { brandsQuery, inheritedBy, readBrandsAgain, sendRemoval } from './api.ts';
import { BrandForm } from './brand-form.tsx';
import classes from './branding.module.css';

export const newBrand = 'new';

export function BrandPage({ id }: { id: string }) {
  const navigate = useNavigate();
  const query = useQuery(brandsQuery);
  const brand = query.data?.records.find((each) => each.id === id);
  const title =
    id === newBrand
      ? 'New brand'
      : brand && query.data
        ? withBrand(inheritedBy(id, query.data), brand.values).name
        : 'Brand';
  return (
    <div className={classes.page}>
      <div>
        <PageLink to={paths.providerSection('branding')} search={{}} icon={IconArrowLeft}>
          Branding
        </PageLink>
        <PageHeading title={title} />
      </div>
      <Answer query={query} skeleton={<Skeleton height="30rem" />}>
        {(branding) =>
          id === newBrand ? (
            <BrandForm
              brand={null}
              branding={branding}
              onAdded={(added) => void navigate({ to: paths.providerBrand(added), replace: true })}
            />
          ) : brand ? (
            <>
              <Facts brand={brand} />
              <BrandForm brand={brand} branding={branding} />
            </>
          ) : (
            <EmptyCard text="There is no such brand. Another person may have removed it." />
          )
        }
      </Answer>
    </div>
  );
}

function Facts({ brand: { id, values, officesCount } }: { brand: Brand }) {
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const removal = useMutation({
    mutationFn: () => sendRemoval(id),
    onSuccess: () => {
      toast('success', `${values.name ?? 'The brand'} is removed.`);
      void navigate({ to: paths.providerSection('branding') });
      void readBrandsAgain();
    },
  });
  if (id === ownBrandId)
    return (
      <Text size="sm" c="dimmed" maw="44rem">
        The provider’s own look, for everyone without a brand. Brands have from here what they leave empty.
      </Text>
    );
  return (
    <div className={classes.head}>
      <Text size="sm" c="dimmed">
        {counted(officesCount, 'office')}, and those below them in a group. Choose it on the page of an
        office.
      </Text>
      <Button variant="default" h={44} onClick={() => setAsked(true)}>
        Remove
      </Button>
      {isAsked && (
        <Dialog title={`Remove ${values.name ?? 'this brand'}?`} onClose={() => setAsked(false)}>
          <Text size="sm">
            {officesCount === 0
              ? 'No office has it.'
              : `${counted(officesCount, 'office')} will have the brand of their group, or the provider’s own.`}
            {values.origin !== null && ` People at ${values.origin} will see the provider’s own look.`}
          </Text>
          <ConfirmActions
            label="Remove"
            problem={removal.isError ? explanationOf(removal.error) : null}
            isBusy={removal.isPending}
            onConfirm={() => removal.mutate()}
            onCancel={() => setAsked(false)}
          />
        </Dialog>
      )}
    </div>
  );
}
