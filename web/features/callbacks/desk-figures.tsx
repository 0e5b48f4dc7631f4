import { Skeleton, Stack } from '@mantine/core';
import type { CallbackFigures } from '@mailcall/contract/callback-figures.ts';
import { useQuery } from '@tanstack/react-query';
import { Answer } from '../../ui/answer.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { useAccountName } from '../accounts/index.ts';
import type { ScopeState } from '../scope/index.ts';
import { CallbackFunnel } from './callback-funnel.tsx';
import type { OpenRows } from './desk-address.ts';
import classes from './desk-figures.module.css';
import { FigureRowsDrawer } from './figure-rows-drawer.tsx';
import { figuresQuery } from './figures-api.ts';
import { FiguresTable } from './figures-table.tsx';
import { attemptTimes } from './figure-times.ts';
import { FigureTime } from './figure-time.tsx';
import { hourText } from './figure-texts.ts';
import type { Desk } from './use-desk.ts';

export function DeskFigures({ desk: { state, show, close }, scope }: { desk: Desk; scope: ScopeState }) {
  const query = useQuery(figuresQuery(scope.query));
  const open: OpenRows = (list, only = {}) =>
    show({ rows: { office: null, staff: null, hour: null, page: 1, ...only, list } });
  return (
    <>
      {scope.accountIds.length === 0 ? (
        <EmptyCard text={null} />
      ) : (
        <Answer
          query={query}
          skeleton={<Skeleton height="24rem" />}
          isEmpty={({ outcomes }) => outcomes.missed.calls === 0}
          empty={<EmptyCard text="No missed calls in these accounts, dates and campaigns" />}
        >
          {(figures) => <Figures figures={figures} onOpen={open} />}
        </Answer>
      )}
      {state.rows && (
        <FigureRowsDrawer
          rows={state.rows}
          scope={scope}
          onPage={(page) => state.rows && show({ rows: { ...state.rows, page } }, { replace: true })}
          onClose={close}
        />
      )}
    </>
  );
}

function Figures({ figures, onOpen }: { figures: CallbackFigures; onOpen: OpenRows }) {
  const { offices, staff, hours, outcomes } = figures;
  const manyOffices = offices.length > 1;
  const nameOf = useAccountName();
  return (
    <Stack gap="lg">
      <div className={classes.summary}>
        <CallbackFunnel outcomes={outcomes} onOpen={onOpen} />
        <dl className={classes.times}>
          {attemptTimes(figures).map((time) => (
            <FigureTime key={time.title} {...time} onOpen={onOpen} />
          ))}
        </dl>
      </div>
      {manyOffices && (
        <FiguresTable
          title="By office"
          rowsTitle="Office"
          rows={offices.map((office) => ({
            key: office.accountId,
            name: nameOf(office),
            outcomes: office.outcomes,
            only: { office: office.accountId },
          }))}
          onOpen={onOpen}
        />
      )}
      {staff.length > 0 && (
        <FiguresTable
          title="By who called back first"
          rowsTitle="Person"
          rows={staff.map(({ accountId: office, accountName, staff: person, outcomes: of }) => ({
            key: JSON.stringify([office, person]),
            name: person ?? 'Not known',
            of: manyOffices ? nameOf({ accountId: office, accountName }) : undefined,
            outcomes: of,
            only: { office, staff: person ?? '' },
          }))}
          first="called-back"
          onOpen={onOpen}
        />
      )}
      <FiguresTable
        title="By hour of the missed call"
        rowsTitle="Hour"
        rows={hours.map(({ hour, outcomes: of }) => ({
          key: String(hour),
          name: hourText(hour),
          outcomes: of,
          only: { hour },
        }))}
        onOpen={onOpen}
      />
    </Stack>
  );
}
