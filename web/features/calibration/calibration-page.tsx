import { Anchor, Button, Skeleton, Table, Text, TextInput } from '@mantine/core';
import { counted, thousands } from '@mailcall/contract/rules/rates.ts';
import { teamMayUse } from '@mailcall/contract/rules/team-roles.ts';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type SyntheticEvent, useRef, useState } from 'react';
import { paths } from '../../paths.ts';
import { useChangeAddress, useCurrentParameter } from '../../platform/address.ts';
import { explanationOf, newRequestId } from '../../platform/api.ts';
import { useSession } from '../../platform/session-store.ts';
import { Answer } from '../../ui/answer.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { type CalibrationLists, makeSet, refresh, setQuery, setsQuery } from './api.ts';
import { leftText, setText, stateTexts } from './calibration-texts.ts';
import classes from './calibration.module.css';
import { DraftSet } from './draft-set.tsx';
import { OpenSet } from './open-set.tsx';
import { OwnResult } from './own-result.tsx';
import { SetResult } from './set-result.tsx';

export function CalibrationPage() {
  const setId = useCurrentParameter('set') ?? null;
  const isLead = teamMayUse('scoring-lead', useSession()?.team ?? []);
  if (setId === null) return <Sets isLead={isLead} />;
  return isLead ? <LeadSet key={setId} setId={setId} /> : <OwnResult key={setId} setId={setId} />;
}

function Sets({ isLead }: { isLead: boolean }) {
  const sets = useQuery(setsQuery());
  return (
    <div className={classes.page}>
      <div>
        <PageLink to={paths.scoring} search={{}} icon={IconArrowLeft}>
          Scoring
        </PageLink>
        <PageHeading title="Calibration" />
        <Text c="dimmed" maw={680}>
          {isLead
            ? 'People score the same calls without seeing each other. Then talk about where they differ. Nothing else changes: no score, figure or agreement.'
            : 'Everybody scores the same calls without seeing each other. Afterwards you see where your answers differ.'}
        </Text>
      </div>
      {isLead && <NewSet />}
      <Answer query={sets} skeleton={<Skeleton height="12rem" />}>
        {(data) => (
          <>
            <Own own={data.own} />
            {isLead && <All sets={data.sets} />}
          </>
        )}
      </Answer>
    </div>
  );
}

function NewSet() {
  const client = useQueryClient();
  const change = useChangeAddress();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const id = useRef(newRequestId());
  const make = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (name.trim() === '') return setProblem('Name the set.');
    setBusy(true);
    setProblem(null);
    try {
      await makeSet(id.current, name);
      await refresh(client);
      change({ set: id.current });
    } catch (error) {
      setProblem(explanationOf(error));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void make(event)} noValidate className={classes.form}>
      <TextInput
        label="New set"
        placeholder="November: price questions"
        maxLength={80}
        value={name}
        error={problem}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <Button type="submit" className={classes.button ?? ''} loading={isBusy}>
        Make it
      </Button>
    </form>
  );
}

const toSet = (setId: string) => ({ set: setId }) as never;

function Own({ own }: Pick<CalibrationLists, 'own'>) {
  if (own.length === 0)
    return (
      <Text size="sm" c="dimmed">
        You take part in no set.
      </Text>
    );
  return (
    <section aria-labelledby="calibration-own">
      <h2 id="calibration-own" className={classes.title}>
        For you
      </h2>
      <ul className={classes.sets}>
        {own.map((set) => (
          <li key={set.id}>
            <div>
              <Text fw={500}>{set.name}</Text>
              <Text size="sm" c="dimmed">
                {set.state === 'open' ? leftText(set) : stateTexts.closed}
              </Text>
            </div>
            <Anchor
              size="sm"
              className={classes.link ?? ''}
              renderRoot={(props) =>
                set.state === 'open' ? (
                  <Link to={paths.scoringCall} search={toSet(set.id)} {...props} />
                ) : (
                  <Link to={paths.calibration} search={toSet(set.id)} {...props} />
                )
              }
            >
              {set.state === 'open' ? 'Score them' : 'See differences'}
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  );
}

function All({ sets }: Pick<CalibrationLists, 'sets'>) {
  if (sets.length === 0) return null;
  return (
    <section aria-labelledby="calibration-all">
      <h2 id="calibration-all" className={classes.title}>
        All sets
      </h2>
      <div className={classes.table}>
        <Table verticalSpacing="xs" aria-label="Calibration sets">
          <Table.Thead>
            <Table.Tr>
              {['Set', 'State', 'Calls', 'Finished'].map((head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sets.map((set) => (
              <Table.Tr key={set.id}>
                <Table.Th scope="row" data-head="Set">
                  <Anchor
                    className={classes.link ?? ''}
                    renderRoot={(props) => <Link to={paths.calibration} search={toSet(set.id)} {...props} />}
                  >
                    {set.name}
                  </Anchor>
                </Table.Th>
                <Table.Td data-head="State">{setText(set)}</Table.Td>
                <Table.Td data-head="Calls">{thousands(set.calls)}</Table.Td>
                <Table.Td data-head="Finished">
                  {set.state === 'draft'
                    ? ''
                    : `${thousands(set.finished)} of ${counted(set.people, 'person', 'people')}`}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}

function LeadSet({ setId }: { setId: string }) {
  const details = useQuery(setQuery(setId));
  return (
    <div className={classes.page}>
      <div>
        <PageLink to={paths.calibration} search={{}} icon={IconArrowLeft}>
          Calibration
        </PageLink>
        <PageHeading title={details.data?.set.name ?? 'Calibration'} />
        <Text c="dimmed" aria-live="polite">
          {details.data ? setText(details.data.set) : ' '}
        </Text>
      </div>
      <Answer query={details} skeleton={<Skeleton height="24rem" />}>
        {(data) =>
          data.set.state === 'draft' ? (
            <DraftSet details={data} />
          ) : data.set.state === 'open' ? (
            <OpenSet details={data} />
          ) : (
            <SetResult setId={setId} />
          )
        }
      </Answer>
    </div>
  );
}
