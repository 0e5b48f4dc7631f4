import type { Brand, Branding } from '@mailcall/contract/brands.ts';
import { ownBrandId, withBrand } from '@mailcall/contract/rules/brands.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { Button, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { Answer } from '../../ui/answer.tsx';
import { DataTable, TableCard } from '../../ui/data-table.tsx';
import { PageTitle } from '../../ui/page-head.tsx';
import { brandsQuery, inheritedBy } from './api.ts';
import { newBrand } from './brand-page.tsx';
import classes from './branding.module.css';

interface Row extends Brand {
  shown: ReturnType<typeof inheritedBy>;
  address: string;
}

const rowsOf = (branding: Branding): Row[] =>
  branding.records.map((brand) => ({
    ...brand,
    shown: withBrand(inheritedBy(brand.id, branding), brand.values),
    address:
      brand.id === ownBrandId
        ? branding.publicUrl
        : brand.values.origin === null
          ? `None: links lead to ${branding.publicUrl}`
          : branding.origins.includes(brand.values.origin)
            ? brand.values.origin
            : `${brand.values.origin} (not configured any more)`,
  }));

const officesText = ({ id, officesCount }: Row) =>
  id === ownBrandId ? 'All others' : counted(officesCount, 'office');

function Name({ brand: { id, shown } }: { brand: Row }) {
  return (
    <span className={classes.name}>
      <span className={classes.swatch} style={{ background: shown.colors.primary }} aria-hidden />
      <Link to={paths.providerBrand(id)} className={classes.link ?? ''}>
        {shown.name}
      </Link>
      {id === ownBrandId && <span className={classes.detail}>the provider’s own</span>}
    </span>
  );
}

const columns = [
  { key: 'name', title: 'Brand', width: '35%', cell: (brand: Row) => <Name brand={brand} /> },
  {
    key: 'address',
    title: 'Address',
    cell: ({ address }: Row) => <span className={classes.text}>{address}</span>,
  },
  { key: 'offices', title: 'Offices', width: 140, cell: officesText },
];

export function BrandsList() {
  const navigate = useNavigate();
  const query = useQuery(brandsQuery);
  return (
    <div className={classes.page}>
      <PageTitle
        title="Branding"
        action={
          <Button
            ml="sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => void navigate({ to: paths.providerBrand(newBrand) })}
          >
            Add brand
          </Button>
        }
      />
      <Text size="sm" c="dimmed" maw="44rem">
        The name, logo and color that clients see, and who mails them. An office has its own brand, otherwise
        that of its group.
      </Text>
      <Answer query={query} skeleton={<Skeleton height="12rem" />}>
        {(branding) => (
          <TableCard>
            <DataTable
              label="Brands"
              columns={columns}
              rows={rowsOf(branding)}
              rowKey={({ id }) => id}
              renderItem={(brand) => (
                <div className={classes.item}>
                  <Name brand={brand} />
                  <span className={classes.detail}>
                    {brand.address} · {officesText(brand)}
                  </span>
                </div>
              )}
              onOpen={({ id }) => void navigate({ to: paths.providerBrand(id) })}
              sorting={{ field: '', dir: 'asc' }}
              onSort={() => {}}
              loading={false}
              loadingText="Loading..."
              minWidth={640}
            />
          </TableCard>
        )}
      </Answer>
    </div>
  );
}
