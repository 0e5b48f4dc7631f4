import { Button, Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import { durationText } from '@mailcall/contract/rules/caller.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import type { ProposalKind } from '@mailcall/contract/scoring.ts';
import { IconHeadphones } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { explanationOf } from '../../platform/api.ts';
import { Answer } from '../../ui/answer.tsx';
import { dateAndTime } from '../../ui/dates.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { StickyActions } from '../../ui/sticky-actions.tsx';
import { toast } from '../../ui/toast.tsx';
import { acceptAll, overviewQuery, type Proposals, proposalsQuery } from './api.ts';
import classes from './scoring-page.module.css';

const titles: Record<ProposalKind, string> = {
  short: 'Short calls',
  silent: 'Silent calls',
  spam: 'Calls from spam numbers',
};
const meanings: Record<ProposalKind, string> = {
  short: 'They get the score “not an opportunity”. Leave out those in which somebody says what they want.',
  silent: 'They get the score “not an opportunity”. Leave out those in which you expect somebody to speak.',
  spam: 'They get the score “spam”. Leave out numbers that you know are not spam.',
};

export function ProposalsDrawer({ kind, onClose }: { kind: ProposalKind | null; onClose: () => void }) {
  return (
    <SideDrawer opened={kind !== null} onClose={onClose} title={kind ? titles[kind] : ''}>
      {kind && <ProposalsOfKind kind={kind} onClose={onClose} />}
    </SideDrawer>
  );
}

function ProposalsOfKind({ kind, onClose }: { kind: ProposalKind; onClose: () => void }) {
  const query = useQuery(proposalsQuery(kind));
  return (
    <Answer
      query={query}
      skeleton={<Skeleton height="12rem" />}
      isEmpty={(records) => records.length === 0}
      empty={<Text c="dimmed">Someone has scored them meanwhile.</Text>}
    >
      {(records) => <ProposedCalls kind={kind} records={records} onDone={onClose} />}
    </Answer>
  );
}

function ProposedCalls({
  kind,
  records,
  onDone,
}: {
  kind: ProposalKind;
  records: Proposals;
  onDone: () => void;
}) {
  const client = useQueryClient();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const chosen = records.filter(({ callId }) => !left.has(callId));
  const accept = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const scored = await acceptAll(
        kind,
        chosen.map(({ callId }) => callId),
      );
      void client.invalidateQueries({ queryKey: overviewQuery().queryKey });
      const missing = chosen.length - scored;
      toast(
        'success',
        `${counted(scored, 'call')} scored.${missing > 0 ? ` ${counted(missing, 'call was', 'calls were')} taken by someone else.` : ''}`,
      );
      onDone();
    } catch (error) {
      setProblem(explanationOf(error));
      setBusy(false);
    }
  };
  const toggle = (callId: string) =>
    setLeft((before) => {
      const next = new Set(before);
      if (!next.delete(callId)) next.add(callId);
      return next;
    });
  return (
    <Stack gap="md">
      <Text size="sm">{meanings[kind]}</Text>
      <ul className={classes.why}>
        {records.map(
          ({ callId, accountName, callDateTime, timeZone, callDuration, callerPhoneNumber, why }) => (
            <li key={callId}>
              <Checkbox
                classNames={{ body: classes.account ?? '' }}
                checked={!left.has(callId)}
                onChange={() => toggle(callId)}
                label={callerPhoneNumber ?? 'Without a number'}
                description={`${accountName} · ${dateAndTime(callDateTime, timeZone)}${kind === 'short' ? '' : ` · ${durationText(callDuration)}`}. ${why}`}
              />
              <PageLink to={paths.scoringCall} search={{ call: callId }} icon={IconHeadphones}>
                Listen
              </PageLink>
            </li>
          ),
        )}
      </ul>
      {problem !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      <StickyActions>
        <Button
          loading={isBusy}
          aria-disabled={chosen.length === 0}
          data-disabled={chosen.length === 0 || undefined}
          onClick={() => {
            if (chosen.length > 0) void accept();
          }}
        >
          Score {counted(chosen.length, 'call')}
        </Button>
      </StickyActions>
    </Stack>
  );
}
