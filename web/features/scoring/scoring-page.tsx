import { Alert, Anchor, Button, Checkbox, Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { counted, thousands } from '@mailcall/contract/rules/rates.ts';
import { teamMayUse } from '@mailcall/contract/rules/team-roles.ts';
import type { ProposalKind, SkipReason } from '@mailcall/contract/scoring.ts';
import { hours } from '@mailcall/contract/time/durations.ts';
import { IconArrowRight, IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { paths } from '../../paths.ts';
import { useKeyHelp } from '../../platform/keys.ts';
import { useSession } from '../../platform/session-store.ts';
import { Answer } from '../../ui/answer.tsx';
import { OwnCalibration } from '../calibration/index.ts';
import { usePageKeys } from '../../ui/page-keys.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { overviewQuery, type ScoringOverview } from './api.ts';
import { ProposalsDrawer } from './proposals-drawer.tsx';
import classes from './scoring-page.module.css';

/** 'less than an hour', '3 hours', '2 days'. */
export function ageText(milliseconds: number): string {
  if (milliseconds < hours(1)) return 'less than an hour';
  const age = Math.floor(milliseconds / hours(1));
  return age < 48 ? counted(age, 'hour') : counted(Math.floor(age / 24), 'day');
}

export function backlogText({ waiting, late, targetHours, scoredTodayByMe }: ScoringOverview): string {
  const waits =
    waiting === 0
      ? 'No call waits.'
      : `${counted(waiting, 'call')} ${waiting === 1 ? 'waits' : 'wait'}${
          late === 0 ? '' : `, ${thousands(late)} of them longer than ${counted(targetHours, 'hour')}`
        }.`;
  return `${waits} You scored ${thousands(scoredTodayByMe)} today.`;
}

const proposalTexts: Record<ProposalKind, (calls: number) => string> = {
  short: (calls) => counted(calls, 'short call'),
  silent: (calls) => counted(calls, 'silent call'),
  spam: (calls) => counted(calls, 'call from a spam number', 'calls from spam numbers'),
};

const skippedTexts: Record<SkipReason, string> = {
  'no recording': 'without a recording',
  language: 'in another language',
  technical: 'with a technical problem',
};

export function ScoringPage() {
  const container = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const overview = useQuery(overviewQuery());
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const begin = () =>
    void navigate({
      to: paths.scoringCall,
      search: chosen.size === 0 ? {} : { accounts: [...chosen].join(',') },
    });
  useKeyHelp([{ key: 'Enter', description: 'Score the next call' }]);
  // also while the page is loading
  usePageKeys(container, { Enter: begin }, { outsideControls: true });
  return (
    <div ref={container} className={classes.page}>
      <div>
        <PageHeading title="Scoring" />
        <Text c="dimmed" aria-live="polite" className={classes.sentence ?? ''}>
          {overview.data ? backlogText(overview.data) : ' '}
        </Text>
        <Pages />
      </div>
      <Answer query={overview} skeleton={<LoadingPage />}>
        {(data) => (
          <Backlog
            overview={data}
            now={overview.dataUpdatedAt}
            chosen={chosen}
            onChoose={setChosen}
            onBegin={begin}
          />
        )}
      </Answer>
    </div>
  );
}

function Pages() {
  const isLead = teamMayUse('scoring-lead', useSession()?.team ?? []);
  const pages = [
    [paths.scoringRubric, 'Rubric'],
    ...(isLead ? [[paths.disputes, 'Disputes'] as const] : []),
    [paths.scoringQuality, 'Quality'],
    [paths.calibration, 'Calibration'],
  ] as const;
  return (
    <Group gap="lg" mt={4}>
      {pages.map(([path, label]) => (
        <Anchor
          key={path}
          size="sm"
          className={classes.link ?? ''}
          renderRoot={(props) => <Link to={path} {...props} />}
        >
          {label}
        </Anchor>
      ))}
    </Group>
  );
}

const LoadingPage = () => (
  <Stack gap="lg">
    <Skeleton height="3rem" width="16rem" />
    <Skeleton height="5rem" />
    <Skeleton height="14rem" />
  </Stack>
);

function Backlog({
  overview,
  now,
  chosen,
  onChoose,
  onBegin,
}: {
  overview: ScoringOverview;
  now: number;
  /** Ids of the accounts whose calls are scored; empty for all. */
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onBegin: () => void;
}) {
  const [proposal, setProposal] = useState<ProposalKind | null>(null);
  const { waiting, byAge, byAccount, proposals, skipped, inWork } = overview;
  const ofChosen = byAccount.filter(({ accountId }) => chosen.has(accountId));
  const calls = ofChosen.length === 0 ? waiting : sumOf(ofChosen);
  const toggle = (accountId: string) => {
    const next = new Set(chosen);
    if (!next.delete(accountId)) next.add(accountId);
    onChoose(next);
  };
  return (
    <div className={classes.body}>
      <OwnCalibration />
      <Group gap="md">
        <Button
          size="md"
          rightSection={<IconArrowRight size={18} aria-hidden />}
          aria-disabled={calls === 0}
          data-disabled={calls === 0 || undefined}
          onClick={() => calls > 0 && onBegin()}
        >
          Score the next call
        </Button>
        <Text size="sm" c="dimmed">
          {ofChosen.length > 0 && `Of ${counted(ofChosen.length, 'chosen account')}. `}
          {inWork > 0 && `${counted(inWork, 'call is', 'calls are')} being scored now.`}
        </Text>
      </Group>
      {waiting === 0 ? (
        <div className={classes.nothing}>
          <IconChecks size={36} stroke={1.5} aria-hidden />
          <h2>Nothing waits</h2>
          <Text c="dimmed">
            New calls come as phone systems report them. This page counts again every minute.
          </Text>
        </div>
      ) : (
        <>
          <Proposed proposals={proposals} onOpen={setProposal} />
          <section aria-labelledby="scoring-ages">
            <h2 id="scoring-ages" className={classes.title}>
              By age
            </h2>
            <Ages byAge={byAge} />
          </section>
          <section aria-labelledby="scoring-accounts">
            <h2 id="scoring-accounts" className={classes.title}>
              By account
            </h2>
            <Text size="sm" c="dimmed" mb="xs">
              Choose accounts to score only their calls.
            </Text>
            <Accounts byAccount={byAccount} chosen={chosen} now={now} onToggle={toggle} />
          </section>
        </>
      )}
      {skipped.length > 0 && (
        <Alert color="gray" variant="light" title="Skipped">
          {skipped
            .map(({ reason, calls: count }) => `${counted(count, 'call')} ${skippedTexts[reason]}`)
            .join(', ')}
        </Alert>
      )}
      <ProposalsDrawer kind={proposal} onClose={() => setProposal(null)} />
    </div>
  );
}

const sumOf = (accounts: ScoringOverview['byAccount']) =>
  accounts.reduce((sum, { waiting }) => sum + waiting, 0);

function Proposed({
  proposals,
  onOpen,
}: {
  proposals: ScoringOverview['proposals'];
  onOpen: (kind: ProposalKind) => void;
}) {
  const some = proposals.filter(({ calls }) => calls > 0);
  if (some.length === 0) return null;
  return (
    <section aria-labelledby="scoring-proposals" className={classes.proposals}>
      <h2 id="scoring-proposals" className={classes.title}>
        Score several at once
      </h2>
      <Group gap="xs">
        {some.map(({ kind, calls }) => (
          <Button
            key={kind}
            variant="default"
            className={classes.proposal ?? ''}
            onClick={() => onOpen(kind)}
          >
            {proposalTexts[kind](calls)}
          </Button>
        ))}
      </Group>
    </section>
  );
}

const ageLabel = (from: number, to: number | null) => {
  const text = (age: number) => (age < 24 ? counted(age, 'hour') : counted(age / 24, 'day'));
  return to === null
    ? `Over ${text(from)}`
    : from === 0
      ? `Up to ${text(to)}`
      : `${text(from)} to ${text(to)}`;
};

function Ages({ byAge }: { byAge: ScoringOverview['byAge'] }) {
  return (
    <dl className={classes.ages}>
      {byAge.map(({ upToHours, calls }, index) => (
        <div key={upToHours ?? 'older'} data-none={calls === 0 || undefined}>
          <dt>{ageLabel(byAge[index - 1]?.upToHours ?? 0, upToHours)}</dt>
          <dd>{thousands(calls)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Accounts({
  byAccount,
  chosen,
  now,
  onToggle,
}: {
  byAccount: ScoringOverview['byAccount'];
  chosen: ReadonlySet<string>;
  now: number;
  onToggle: (accountId: string) => void;
}) {
  return (
    <div className={classes.accounts}>
      <Table verticalSpacing="xs" aria-label="Calls that wait, by account">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Account</Table.Th>
            <Table.Th ta="right">Waiting</Table.Th>
            <Table.Th ta="right">Late</Table.Th>
            <Table.Th ta="right" className={classes.oldest ?? ''}>
              Oldest
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {byAccount.map(({ accountId, accountName, waiting, late, oldest }) => (
            <Table.Tr key={accountId} data-selected={chosen.has(accountId) || undefined}>
              <Table.Td>
                <Checkbox
                  classNames={{ body: classes.account ?? '' }}
                  label={accountName}
                  checked={chosen.has(accountId)}
                  onChange={() => onToggle(accountId)}
                />
              </Table.Td>
              <Table.Td ta="right">{thousands(waiting)}</Table.Td>
              <Table.Td ta="right" data-late={late > 0 || undefined} className={classes.late ?? ''}>
                {thousands(late)}
              </Table.Td>
              <Table.Td ta="right" className={classes.oldest ?? ''}>
                {oldest === null ? '' : ageText(now - Date.parse(oldest))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
