import { Alert, Button, Group, Select, TextInput } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { textOf, useAddress } from '../../platform/address.ts';
import { CallFailed, newRequestId } from '../../platform/api.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { SeveralSelect } from '../../ui/several-select.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { OfficeSelect } from '../provider-offices/index.ts';
import { choicesQuery, saveNewDesign } from './api.ts';
import classes from './designs.module.css';
import { DropFaces, type Faces, imagesOf } from './drop-faces.tsx';
import { SendFields, sendingOf, type SendingValues, usualReminder, usualReviewers } from './send-fields.tsx';

const noProblems: Readonly<Record<string, string>> = {};

export const problemsOf = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof CallFailed ? (error.problems ?? noProblems) : noProblems;

/** The sentence of a failure whose fields are not on the page. */
export const otherProblem = (error: Error | null, fields: readonly string[]): string | null => {
  if (!error) return null;
  const problems = problemsOf(error);
  const others = Object.entries(problems).filter(([name]) => !fields.includes(name));
  if (others.length > 0) return others.map(([, sentence]) => sentence).join(' ');
  return Object.keys(problems).length > 0 ? null : error.message;
};

const fields = [
  'name',
  'front',
  'campaign_ids',
  'sales_contact_id',
  'send.reviewers',
  'reviewers',
  'send.dueOn',
  'dueOn',
  'send.remindDays',
  'remindDays',
];

export function NewDesign() {
  const address = useAddress();
  const navigate = useNavigate();
  const [requestId] = useState(newRequestId);
  const [office, setOffice] = useState<string | null>(textOf(address['office']) ?? null);
  const [name, setName] = useState('');
  const [campaignIds, setCampaignIds] = useState(() => {
    const mailings = textOf(address['mailings']);
    return mailings ? mailings.split(',') : [];
  });
  const [salesContact, setSalesContact] = useState<string | null>(null);
  const [faces, setFaces] = useState<Faces>({});
  const [sending, setSending] = useState<SendingValues | null>(null);
  const { data: choices } = useQuery({ ...choicesQuery(office ?? ''), enabled: office !== null });
  const usual: SendingValues = {
    reviewers: choices ? usualReviewers(choices) : [],
    dueOn: '',
    remindDays: usualReminder,
  };
  const values = sending ?? usual;
  const isDirty = name !== '' || faces.front !== undefined || faces.back !== undefined;
  const saving = useMutation({
    mutationFn: (isSent: boolean) =>
      saveNewDesign({
        requestId,
        accountId: office ?? '',
        name,
        campaignIds,
        salesContactId: salesContact,
        ...imagesOf(faces),
        send: isSent ? sendingOf(values) : null,
      }),
  });
  useUnsavedInput(isDirty && !saving.isSuccess);
  const problems = problemsOf(saving.error);
  const save = (isSent: boolean) =>
    saving.mutate(isSent, {
      onSuccess: ({ id }) => {
        toast('success', isSent ? 'Sent to the client.' : 'Saved. The client does not see it yet.');
        void navigate({ to: paths.providerDesign(id) });
      },
    });
  const other = otherProblem(saving.error, fields);
  return (
    <div className={classes.page}>
      <div>
        <PageLink to={paths.providerSection('designs')} search={{}} icon={IconArrowLeft}>
          Designs
        </PageLink>
        <PageHeading title="New design" />
      </div>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!saving.isPending) save(true);
        }}
      >
        <section aria-label="Design" className={classes.part}>
          <OfficeSelect
            value={office}
            known={choices?.account}
            onChange={(next) => {
              setOffice(next);
              setFaces({});
              setCampaignIds([]);
              setSending(null);
            }}
          />
          <TextInput
            label="Name"
            value={name}
            maxLength={500}
            onChange={(event) => setName(event.currentTarget.value)}
            error={problems['name']}
          />
          <SeveralSelect
            label="Mailings"
            description="Several designs of one mailing are concepts: the client chooses."
            nothingFoundMessage="No mailing found"
            data={(choices?.mailings ?? []).map((one) => ({ value: one.id, label: one.name }))}
            value={choices ? campaignIds.filter((id) => choices.mailings.some((one) => one.id === id)) : []}
            onChange={setCampaignIds}
            disabled={office === null}
            error={problems['campaign_ids']}
          />
          <Select
            label="Sales contact"
            nothingFoundMessage="No sales contact found"
            data={(choices?.salesContacts ?? []).map((one) => ({ value: one.id, label: one.name }))}
            value={salesContact}
            onChange={setSalesContact}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'Clear sales contact' }}
            disabled={office === null}
            error={problems['sales_contact_id']}
          />
        </section>
        <DropFaces
          accountId={office}
          formats={choices?.formats ?? []}
          faces={faces}
          onFaces={setFaces}
          problem={problems['front'] ?? null}
        />
        {choices && (
          <section aria-labelledby="review" className={classes.part}>
            <h2 id="review">Review</h2>
            <SendFields choices={choices} values={values} problems={problems} onChange={setSending} />
          </section>
        )}
        {other !== null && (
          <Alert color="red" variant="light" role="alert">
            {other}
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={saving.isPending && saving.variables} disabled={office === null}>
            Send to client
          </Button>
          <Button
            variant="default"
            loading={saving.isPending && !saving.variables}
            disabled={office === null}
            onClick={() => save(false)}
          >
            Save without sending
          </Button>
        </Group>
      </form>
    </div>
  );
}
