import type { ReferralOffer } from '@mailcall/contract/provider.ts';
import type { BrandValues } from '@mailcall/contract/rules/brands.ts';
import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useId } from 'react';
import classes from './branding.module.css';

type Choice = 'inherit' | 'none' | 'offer';

const firstOffer: ReferralOffer = { refer: null, details: null, reward: 100, cards: 250 };

const offerText = (offer: ReferralOffer | null) =>
  offer === null ? 'none' : `$${offer.reward} and ${offer.cards} cards`;

export function ReferralFields({
  own,
  inherited,
  value,
  problems,
  onChange,
}: {
  own: boolean;
  inherited: ReferralOffer | null;
  value: BrandValues['referral'];
  problems: Readonly<Record<string, string | undefined>>;
  onChange: (value: BrandValues['referral']) => void;
}) {
  const heading = useId();
  const choice: Choice = value === null ? 'inherit' : value === false ? 'none' : 'offer';
  const offer = value || null;
  const change = (part: Partial<ReferralOffer>) => offer && onChange({ ...offer, ...part });
  const link = (field: 'refer' | 'details', label: string) => (
    <TextInput
      label={label}
      type="url"
      maxLength={2000}
      placeholder="https://"
      value={offer?.[field] ?? ''}
      error={problems[`referral.${field}`]}
      onChange={({ currentTarget }) => change({ [field]: currentTarget.value || null })}
    />
  );
  const amount = (field: 'reward' | 'cards', label: string, prefix?: string) => (
    <NumberInput
      label={label}
      min={0}
      max={100_000}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="strict"
      {...(prefix !== undefined && { prefix })}
      value={offer?.[field] ?? 0}
      error={problems[`referral.${field}`]}
      onChange={(next) => change({ [field]: Number(next) || 0 })}
    />
  );
  return (
    <section className={classes.part} aria-labelledby={heading}>
      <h2 id={heading}>Referral offer</h2>
      <NativeSelect
        label="Offer to clients who refer others"
        value={choice}
        error={problems['referral']}
        data={[
          {
            value: 'inherit',
            label: `${own ? 'As the setting PROVIDER says' : 'As the provider'}: ${offerText(inherited)}`,
          },
          { value: 'none', label: 'None' },
          { value: 'offer', label: 'An offer of its own' },
        ]}
        onChange={({ currentTarget }) => {
          const next = currentTarget.value as Choice;
          onChange(next === 'inherit' ? null : next === 'none' ? false : (inherited ?? firstOffer));
        }}
      />
      {offer && (
        <div className={classes.fields}>
          {amount('reward', 'Reward for each new customer', '$')}
          {amount('cards', 'Free cards for the new customer')}
          {link('refer', 'Address of the form')}
          {link('details', 'Address of the details')}
        </div>
      )}
    </section>
  );
}
