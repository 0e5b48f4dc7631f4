import { Button, Group, NativeSelect, PasswordInput, SegmentedControl, Text } from '@mantine/core';
import {
  companiesPageSize,
  type DeskCompany,
  type DeskConnection,
  joinConnection,
  lookForCompanies,
  saveCompanies,
} from '@mailcall/contract/provider-connections.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { counted, thousands } from '@mailcall/contract/rules/rates.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, CallFailed, explanationOf } from '../../platform/api.ts';
import { ConfirmActions, Dialog, DialogProblem } from '../../ui/dialog.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { StickyActions } from '../../ui/sticky-actions.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { type Choice, companiesQuery, type CompanyView, refresh } from './api.ts';
import { ChooseDialog } from './choose-dialog.tsx';
import { type CompanyDraft, draftsFrom, isEmptyDraft } from './company-drafts.ts';
import { companyState, matchTexts, timeText } from './connection-texts.ts';
import classes from './connections.module.css';
import { PasteKeysDialog } from './paste-keys-dialog.tsx';
import { Section, unsorted } from './section.tsx';

const searchDelay = 400;
const maxAtOnce = 500;

const views: readonly { value: CompanyView; label: string }[] = [
  { value: 'waiting', label: 'To decide' },
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'left out', label: 'Left out' },
  { value: 'all', label: 'All' },
];

const nameCell = ({ name, id }: DeskCompany) => (
  <div className={classes.cell}>
    {name}
    <Text size="xs" c="dimmed">
      {id}
    </Text>
  </div>
);

const isWaiting = ({ state, change }: DeskCompany) =>
  state === 'new' || (state === 'confirmed' && change !== null);

export function CompaniesSection({
  name,
  noun,
  counts,
  joinable,
}: {
  name: string;
  /** Such as `company`. */
  noun: string;
  counts: DeskConnection['companies'];
  joinable: readonly DeskConnection[];
}) {
  const client = useQueryClient();
  const [view, setView] = useState<CompanyView>('all');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [drafts, setDrafts] = useState<ReadonlyMap<string, CompanyDraft>>(new Map());
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [choosing, setChoosing] = useState<DeskCompany | null>(null);
  const [joining, setJoining] = useState<{ company: DeskCompany; single: string } | null>(null);
  const [isPasting, setPasting] = useState(false);
  useUnsavedInput(drafts.size > 0 && !isBusy);
  const query = useQuery(companiesQuery(name, { view, search, page }));
  const nouns = noun === 'company' ? 'companies' : `${noun}s`;

  const change = (company: DeskCompany, part: Partial<CompanyDraft>) => {
    const before = drafts.get(company.id) ?? { revision: company.revision };
    const draft = { ...before, ...part };
    const next = new Map(drafts);
    if (isEmptyDraft(draft)) next.delete(company.id);
    else next.set(company.id, draft);
    setDrafts(next);
    const { [company.id]: _solved, ...others } = problems;
    setProblems(others);
  };
  const run = async (work: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await work();
      await refresh(client);
    } catch (error) {
      const found = error instanceof CallFailed ? (error.problems ?? {}) : {};
      setProblems(found);
      setFailure(
        Object.keys(found).length > 0 ? 'Nothing was saved. Look at the marked rows.' : explanationOf(error),
      );
      await refresh(client);
    } finally {
      setBusy(false);
    }
  };
  const save = () =>
    run(async () => {
      const { saved } = await call(saveCompanies, { params: { name }, body: draftsFrom(drafts) });
      setDrafts(new Map());
      setProblems({});
      toast('success', `${counted(saved, 'change')} saved.`);
    });
  const look = () =>
    run(async () => {
      const { all, waiting } = await call(lookForCompanies, { params: { name } });
      toast('success', `${thousands(all)} ${nouns}, ${thousands(waiting)} to decide.`);
    });
  const proposeAll = () =>
    run(async () => {
      const { records } = await client.fetchQuery(
        companiesQuery(name, { view: 'waiting', search: '', page: 1, pageSize: maxAtOnce }),
      );
      const next = new Map(drafts);
      for (const { id, revision, accountId, change: changed } of records)
        if (accountId !== null && changed === null && !next.has(id))
          next.set(id, { revision, state: 'confirmed' });
      setDrafts(next);
      setView('waiting');
      setPage(1);
    });

  const decision = (company: DeskCompany) => {
    const draft = drafts.get(company.id);
    return (
      <NativeSelect
        size="xs"
        aria-label={`Decision for ${company.name}`}
        value={draft?.state ?? ''}
        error={problems[company.id]}
        data={[
          { value: '', label: isWaiting(company) ? 'To decide' : companyState(company) },
          { value: 'confirmed', label: 'Confirm' },
          { value: 'left out', label: 'Leave out' },
        ]}
        onChange={({ currentTarget: { value } }) =>
          change(company, { state: value === '' ? undefined : (value as 'confirmed' | 'left out') })
        }
      />
    );
  };
  const office = (company: DeskCompany) => {
    const chosen = drafts.get(company.id)?.office;
    const text = chosen?.name ?? company.office;
    return (
      <div className={classes.cell}>
        <Button
          variant={text === null ? 'light' : 'subtle'}
          color={text === null ? undefined : 'gray'}
          size="compact-sm"
          className={classes.choice ?? ''}
          aria-label={`${text ?? 'Choose'}, office of ${company.name}`}
          onClick={() => setChoosing(company)}
        >
          {text ?? 'Choose'}
        </Button>
        {!chosen && company.matchedBy && (
          <Text size="xs" c="dimmed">
            {matchTexts[company.matchedBy]}
          </Text>
        )}
      </div>
    );
  };
  const key = (company: DeskCompany) => {
    if (company.joined !== null) return `Joined: ${company.joined}`;
    const draft = drafts.get(company.id);
    const canEnter =
      draft?.state === 'confirmed' || (company.state === 'confirmed' && draft?.state !== 'left out');
    if (!canEnter) return 'After confirming';
    return (
      <Group gap={6} wrap="nowrap">
        <PasswordInput
          size="xs"
          flex={1}
          aria-label={`Signing key of ${company.name}`}
          placeholder={
            company.keySetAt === null ? 'None, read each hour' : `Set on ${timeText(company.keySetAt, '')}`
          }
          value={draft?.key ?? ''}
          maxLength={4000}
          autoComplete="new-password"
          onChange={({ currentTarget: { value } }) => change(company, { key: value })}
        />
        {company.state === 'confirmed' && joinable.length > 0 && (
          <NativeSelect
            size="xs"
            w={90}
            aria-label={`Connection that joins for ${company.name}`}
            value=""
            data={[{ value: '', label: 'Join' }, ...joinable.map((one) => one.name)]}
            onChange={({ currentTarget: { value } }) => {
              if (value !== '') setJoining({ company, single: value });
            }}
          />
        )}
      </Group>
    );
  };
  const state = (company: DeskCompany) => (
    <div className={classes.cell}>
      <span className={company.problem || company.change ? classes.wrong : undefined}>
        {companyState(company)}
      </span>
      {drafts.has(company.id) && drafts.get(company.id)?.revision !== company.revision && (
        <Text size="xs" className={classes.wrong ?? ''}>
          Someone else changed this row.{' '}
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => change(company, { revision: company.revision })}
          >
            Keep mine
          </Button>
        </Text>
      )}
    </div>
  );
  const numbers = ({ numbers: all }: DeskCompany) =>
    all.length === 0
      ? 'None'
      : all.slice(0, 2).map(formatPhone).join(', ') + (all.length > 2 ? ` and ${all.length - 2} more` : '');

  return (
    <Section
      title={nouns.charAt(0).toUpperCase() + nouns.slice(1)}
      aside={
        <Group gap="xs">
          <Button variant="default" loading={isBusy} onClick={() => void look()}>
            Look again
          </Button>
          <Button variant="default" onClick={() => setPasting(true)}>
            Paste keys
          </Button>
          <Button variant="default" onClick={() => void proposeAll()}>
            Confirm all proposed
          </Button>
        </Group>
      }
    >
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          aria-label={`Which ${nouns}`}
          data={views.map(({ value, label }) => ({
            value,
            label: value === 'waiting' && counts ? `${label} (${thousands(counts.waiting)})` : label,
          }))}
          value={view}
          onChange={(next) => {
            setView(next);
            setPage(1);
          }}
        />
        <div className={classes.search}>
          <SearchField
            label={`Search ${nouns}`}
            value={search}
            wait={searchDelay}
            onSearch={(text) => {
              setSearch(text);
              setPage(1);
            }}
          />
        </div>
      </Group>
      <PagedTable
        {...unsorted}
        label={nouns}
        query={query}
        rowKey={({ id }) => id}
        renderItem={(company) => (
          <div className={classes.item}>
            <Text size="sm" fw={600}>
              {company.name}
            </Text>
            <Text size="sm">{numbers(company)}</Text>
            {office(company)}
            {state(company)}
            {decision(company)}
            {key(company)}
          </div>
        )}
        columns={[
          {
            key: 'name',
            title: 'Name',
            cell: nameCell,
            width: '20%',
          },
          { key: 'numbers', title: 'Numbers', cell: numbers, width: '15%' },
          { key: 'office', title: 'Office', cell: office, width: '18%' },
          { key: 'state', title: 'State', cell: state, width: '13%' },
          { key: 'decision', title: 'Decision', cell: decision, width: '13%' },
          { key: 'key', title: 'Signing key', cell: key, width: '21%' },
        ]}
        minWidth={1100}
        empty={
          <EmptyCard
            text={search === '' && view === 'all' ? `Press Look again to list the ${nouns}` : 'Nothing found'}
          />
        }
        pageSizes={[]}
        maxUnpagedRows={companiesPageSize}
        page={page}
        pageSize={companiesPageSize}
        onPage={(next) => setPage(next)}
        onPageSize={() => {}}
      />
      <DialogProblem text={failure} />
      {drafts.size > 0 && (
        <StickyActions>
          <Group gap="xs">
            <Button h={44} loading={isBusy} onClick={() => void save()}>
              Save {thousands(drafts.size)} {drafts.size === 1 ? noun : nouns}
            </Button>
            <Button
              h={44}
              variant="default"
              onClick={() => {
                setDrafts(new Map());
                setProblems({});
                setFailure(null);
              }}
            >
              Discard
            </Button>
          </Group>
        </StickyActions>
      )}
      {choosing && (
        <ChooseDialog
          choosing="office"
          subject={choosing.name}
          onChoose={(choice: Choice) => {
            change(choosing, { office: { id: choice.id, name: choice.name }, state: 'confirmed' });
            setChoosing(null);
          }}
          onClose={() => setChoosing(null)}
        />
      )}
      {isPasting && <PasteKeysDialog name={name} nouns={nouns} onClose={() => setPasting(false)} />}
      {joining && <JoinDialog name={name} {...joining} onClose={() => setJoining(null)} />}
    </Section>
  );
}

function JoinDialog({
  name,
  company,
  single,
  onClose,
}: {
  name: string;
  company: DeskCompany;
  single: string;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const join = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await call(joinConnection, { params: { name, companyId: company.id }, body: { connection: single } });
      toast('success', `${single} has joined.`);
      onClose();
      void refresh(client);
    } catch (error) {
      setProblem(explanationOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Join ${name}`} onClose={onClose}>
      <Text size="sm">
        {single} keeps its address, secret and mapping. It receives the events of {company.name}. The API key
        of {name} reads its calls from where it ended; its own API key is deleted.
      </Text>
      <ConfirmActions
        label="Join"
        problem={problem}
        isBusy={isBusy}
        onConfirm={() => void join()}
        onCancel={onClose}
      />
    </Dialog>
  );
}
