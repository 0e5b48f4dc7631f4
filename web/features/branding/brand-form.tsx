import type { Brand, Branding } from '@mailcall/contract/brands.ts';
import {
  type BrandValues,
  colorProblem,
  contrastText,
  emptyBrand,
  ownBrandId,
  withBrand,
} from '@mailcall/contract/rules/brands.ts';
import { Alert, Button, ColorInput, NativeSelect, TextInput } from '@mantine/core';
import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { CallFailed, explanationOf } from '../../platform/api.ts';
import { queryClient } from '../../platform/query-client.ts';
import { ChangedMeanwhile } from '../../ui/changed-meanwhile.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { brandsQuery, inheritedBy, readBrandsAgain, sendBrand, sendNewBrand } from './api.ts';
import { BrandPreview } from './brand-preview.tsx';
import { LogoField } from './logo-field.tsx';
import { ReferralFields } from './referral-fields.tsx';
import classes from './branding.module.css';

type Field = keyof BrandValues;
type TextField = 'name' | 'senderName' | 'senderAddress' | 'supportAddress';

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const problemsOf = (error: unknown): Record<string, string> | null => {
  const named = (error instanceof CallFailed && error.problems) || {};
  const found = Object.entries(named).map(([name, problem]) => [name.replace(/^values\./, ''), problem]);
  return found.length === 0 ? null : (Object.fromEntries(found) as Record<string, string>);
};

/** A new brand without `brand`. What is typed stays until it is saved; other values follow the record. */
export function BrandForm({
  brand,
  branding,
  onAdded,
}: {
  brand: Brand | null;
  branding: Branding;
  onAdded?: (id: string) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const headings = useId();
  const [draft, setDraft] = useState<Partial<BrandValues>>({});
  const [before, setBefore] = useState<Partial<BrandValues>>({});
  const [problems, setProblems] = useState<Record<string, string | undefined>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const id = brand?.id ?? null;
  const stored = brand?.values ?? emptyBrand;
  const inherited = inheritedBy(id ?? '', branding);
  const values = { ...stored, ...draft };
  const changed = (Object.keys(draft) as Field[]).filter((field) => !isSame(draft[field], before[field]));
  useUnsavedInput(changed.length > 0 && !isBusy);
  const color = values.color ?? inherited.colors.primary;
  const wrongColor = values.color === null ? null : colorProblem(values.color);
  const shown = withBrand(inherited, { ...values, color: wrongColor === null ? values.color : null });

  const change = <Name extends Field>(field: Name, value: BrandValues[Name]) => {
    setBefore((last) => (field in last ? last : { ...last, [field]: stored[field] }));
    setDraft((last) => ({ ...last, [field]: value }));
    setProblems((last) =>
      Object.fromEntries(Object.entries(last).filter(([name]) => name.split('.')[0] !== field)),
    );
    setFailure(null);
  };
  const discard = () => {
    setDraft({});
    setBefore({});
    setProblems({});
    setFailure(null);
  };
  const fail = (found: Record<string, string>) => {
    setProblems(found);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  /** The next save is made knowing what another person saved. */
  const noteOthers = async () => {
    const { records } = await queryClient.fetchQuery(brandsQuery);
    const now = records.find((each) => each.id === id)?.values;
    if (now)
      setBefore((last) => Object.fromEntries(Object.keys(last).map((name) => [name, now[name as Field]])));
  };
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (id !== ownBrandId && (values.name ?? '').trim() === '') return fail({ name: 'Enter a name.' });
    if (wrongColor !== null) return fail({ color: wrongColor });
    setBusy(true);
    setFailure(null);
    const pick = (from: Partial<BrandValues>) =>
      Object.fromEntries(changed.map((field) => [field, from[field]])) as Partial<BrandValues>;
    try {
      if (id === null) {
        const added = await sendNewBrand(values);
        await readBrandsAgain();
        toast('success', `${values.name} added`);
        discard();
        onAdded?.(added.id);
      } else {
        await sendBrand(id, pick(draft), pick(before));
        await readBrandsAgain();
        toast('success', 'Saved. People see it when they load a page.');
        discard();
      }
    } catch (error) {
      const found = problemsOf(error);
      if (found) {
        fail(found);
        if (id !== null) await noteOthers().catch(() => undefined);
      } else setFailure(explanationOf(error));
    } finally {
      setBusy(false);
    }
  };
  const meanwhile = (field: Exclude<Field, 'logoId' | 'referral'>) => (
    <ChangedMeanwhile
      typed={field in draft ? { value: draft[field] ?? '', before: before[field] ?? null } : undefined}
      now={stored[field]}
    />
  );
  const text = (field: TextField, label: string, otherwise: string, description?: string) => (
    <div>
      <TextInput
        label={label}
        description={description}
        placeholder={otherwise}
        autoComplete="off"
        required={field === 'name' && id !== ownBrandId}
        maxLength={field.endsWith('Address') ? 254 : 80}
        value={values[field] ?? ''}
        error={problems[field]}
        onChange={({ currentTarget: { value } }) => change(field, value === '' ? null : value)}
      />
      {meanwhile(field)}
    </div>
  );
  const own = id === ownBrandId;
  const used = new Set(branding.records.filter((each) => each.id !== id).map((each) => each.values.origin));
  return (
    <div className={classes.columns}>
      <form
        ref={form}
        noValidate
        aria-label="Brand"
        className={classes.form}
        onSubmit={(event) => void send(event)}
      >
        <section className={classes.part} aria-labelledby={`${headings}-look`}>
          <h2 id={`${headings}-look`}>Look</h2>
          {text('name', 'Name', own ? inherited.name : '', 'In titles, texts and mails')}
          {!own && (
            <NativeSelect
              label="Address"
              description={
                branding.origins.length === 0
                  ? 'The setting BRAND_ORIGINS of the server names addresses that brands can have.'
                  : 'Links of its mails lead there. Passkeys belong to one address. Elsewhere people log in by password or code, then add one.'
              }
              value={values.origin ?? ''}
              error={problems['origin']}
              data={[
                { value: '', label: `As the provider: ${branding.publicUrl}` },
                ...branding.origins.map((origin) => ({
                  value: origin,
                  label: used.has(origin) ? `${origin} (of another brand)` : origin,
                  disabled: used.has(origin),
                })),
                ...(values.origin !== null && !branding.origins.includes(values.origin)
                  ? [{ value: values.origin, label: `${values.origin} (not configured any more)` }]
                  : []),
              ]}
              onChange={({ currentTarget }) => change('origin', currentTarget.value || null)}
            />
          )}
          <LogoField
            logoId={values.logoId}
            shown={shown.logo}
            problem={problems['logoId'] ?? null}
            onChange={(logoId) => change('logoId', logoId)}
          />
          <ColorInput
            label="Color"
            description={`Of buttons and the current place.${wrongColor === null ? ` ${contrastText(color)}` : ''}`}
            placeholder={inherited.colors.primary}
            withEyeDropper={false}
            maxLength={7}
            swatches={['#b5006e', '#004e8a', '#1b5e20', '#8a3700', '#5b2c8f', '#37474f']}
            value={values.color ?? ''}
            error={problems['color'] ?? (values.color?.length === 7 ? wrongColor : null)}
            styles={{ section: { color } }}
            onChange={(next) => change('color', next === '' ? null : next)}
          />
          {meanwhile('color')}
        </section>
        <section className={classes.part} aria-labelledby={`${headings}-mails`}>
          <h2 id={`${headings}-mails`}>Mails and help</h2>
          {text('senderName', 'Sender’s name', shown.name)}
          {text(
            'senderAddress',
            'Sender’s address',
            branding.mailFrom,
            'Its domain must let your mail server send. SPF names the server, and DKIM has its key. DMARC passes by either one. Otherwise mails land in spam.',
          )}
          {text(
            'supportAddress',
            'Support address',
            inherited.supportAddress,
            'Shown as the contact for help, and gets answers to mails',
          )}
        </section>
        <ReferralFields
          own={own}
          inherited={inherited.referral}
          value={values.referral}
          problems={problems}
          onChange={(referral) => change('referral', referral)}
        />
        {failure !== null && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <div className={classes.presses}>
          <Button type="submit" h={44} loading={isBusy} disabled={id !== null && changed.length === 0}>
            {id === null ? 'Add' : 'Save'}
          </Button>
          {id !== null && changed.length > 0 && (
            <Button variant="default" h={44} onClick={discard}>
              Discard
            </Button>
          )}
        </div>
      </form>
      <BrandPreview
        provider={shown}
        sender={`${values.senderName ?? shown.name} <${values.senderAddress ?? branding.mailFrom}>`}
      />
    </div>
  );
}
