import { SegmentedControl, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { counted, thousands } from '@mailcall/contract/rules/rates.ts';
import { disputeStateTexts } from '@mailcall/contract/rules/score-disputes.ts';
import { scoreFieldOf } from '@mailcall/contract/rules/score-fields.ts';
import { teamMayUse } from '@mailcall/contract/rules/team-roles.ts';
import type { TeamDispute } from '@mailcall/contract/score-disputes.ts';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../paths.ts';
import { textOf, useAddress, useChangeAddress } from '../../platform/address.ts';
import { useSession } from '../../platform/session-store.ts';
import { Answer } from '../../ui/answer.tsx';
import { dateAndTime, formatInstantDay } from '../../ui/dates.ts';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { type DisputeInbox, inboxQuery, type InboxState } from './api.ts';
import { DisputeDetails } from './dispute-details.tsx';
import { fieldLabel, hoursText, shownText, waitingText } from './dispute-texts.ts';
import classes from './disputes-page.module.css';

export function DisputesPage() {
  const address = useAddress();
  const change = useChangeAddress();
  const state: InboxState = textOf(address['list']) === 'decided' ? 'decided' : 'open';
  const open = textOf(address['dispute']) ?? null;
  const inbox = useQuery(inboxQuery(state));
  const mayScore = teamMayUse('scorer', useSession()?.team ?? []);
  const close = () => change({ dispute: undefined });
  return (
    <div className={classes.page}>
      <div>
        {mayScore && (
          <PageLink to={paths.scoring} search={{}} icon={IconArrowLeft}>
            Scoring
          </PageLink>
        )}
        <PageHeading title="Disputes" />
        <Text c="dimmed" aria-live="polite" className={classes.sentence ?? ''}>
          {inbox.data ? waitingText(inbox.data) : ' '}
        </Text>
      </div>
      <SegmentedControl
        aria-label="List"
        className={classes.lists ?? ''}
        value={state}
        data={[
          { value: 'open', label: 'To decide' },
          { value: 'decided', label: 'Decided' },
        ]}
        onChange={(list) => change({ list: list === 'decided' ? list : undefined })}
      />
      <Answer query={inbox} skeleton={<Skeleton height="16rem" />}>
        {(data) => (
          <>
            {data.records.length === 0 ? (
              <EmptyCard text={state === 'open' ? 'Nothing to decide' : 'Nothing decided yet'} />
            ) : (
              <ol className={classes.list} aria-label={state === 'open' ? 'Oldest first' : 'Newest first'}>
                {data.records.map((dispute) => (
                  <li key={dispute.id}>
                    <Row dispute={dispute} onOpen={() => change({ dispute: dispute.id })} />
                  </li>
                ))}
              </ol>
            )}
            <Figures inbox={data} />
          </>
        )}
      </Answer>
      {open !== null && (
        <SideDrawer opened onClose={close} title="Dispute" content="dispute">
          <DisputeDetails key={open} disputeId={open} onDecided={close} />
        </SideDrawer>
      )}
    </div>
  );
}

function Row({ dispute, onOpen }: { dispute: TeamDispute; onOpen: () => void }) {
  const { field, shown, wanted, reason, accountName, timeZone, callDateTime, openedAt, state, answer } =
    dispute;
  return (
    <UnstyledButton className={classes.row ?? ''} onClick={onOpen}>
      <span className={classes.head}>
        <strong>{fieldLabel(field)}</strong>
        <span>
          {shownText(shown)} → {wanted}
        </span>
        {state !== 'open' && (
          <span className={classes.state} data-state={state}>
            {disputeStateTexts[state]}
            {answer === null ? '' : ', answered'}
          </span>
        )}
      </span>
      <span className={classes.reason}>{reason}</span>
      <span className={classes.facts}>
        {accountName} · call of {dateAndTime(callDateTime, timeZone)} · disputed {formatInstantDay(openedAt)}
      </span>
    </UnstyledButton>
  );
}

function Figures({ inbox: { opened, accepted, declined, medianHours, byField } }: { inbox: DisputeInbox }) {
  if (opened === 0 && medianHours === null) return null;
  return (
    <section aria-labelledby="dispute-figures" className={classes.figures}>
      <h2 id="dispute-figures">Last 90 days</h2>
      <dl className={classes.cards}>
        <div>
          <dt>Median time to decide</dt>
          <dd>{medianHours === null ? '-' : hoursText(medianHours)}</dd>
        </div>
        <div>
          <dt>Disputes</dt>
          <dd>{thousands(opened)}</dd>
        </div>
        <div>
          <dt>Accepted</dt>
          <dd>{thousands(accepted)}</dd>
        </div>
        <div>
          <dt>Declined</dt>
          <dd>{thousands(declined)}</dd>
        </div>
      </dl>
      {byField.length > 0 && (
        <>
          <h3>Most disputed fields</h3>
          <ol className={classes.fields}>
            {byField.slice(0, 10).map(({ field, disputes, accepted: right }) => (
              <li key={field}>
                <span>{scoreFieldOf(field).label}</span>
                <span className={classes.count}>
                  {counted(disputes, 'dispute')}, {thousands(right)} accepted
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
