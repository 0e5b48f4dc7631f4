import { Button, NativeSelect, SegmentedControl, Skeleton, Text } from '@mantine/core';
import {
  maxMovedMailings,
  type ProviderMailing,
  providerMailingSorts,
} from '@mailcall/contract/provider-mailings.ts';
import { mailingStepLabels, mailingSteps } from '@mailcall/contract/rules/mailing.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { teamMayUse } from '@mailcall/contract/rules/team-roles.ts';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { pageIn, textOf, useAddress, useChangeAddress } from '../../platform/address.ts';
import { useSession } from '../../platform/session-store.ts';
import { Answer } from '../../ui/answer.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { mailingQuery, optionsQuery, type SavedMailing } from './api.ts';
import { FeedSays, MailingForm, MailingState } from './mailing-form.tsx';
import { MailingsBoard } from './mailings-board.tsx';
import { MailingsTable } from './mailings-table.tsx';
import { type Move, MoveDialog } from './move-dialog.tsx';
import { MoveMenu } from './move-menu.tsx';
import classes from './provider-mailings.module.css';

/** Milliseconds of a typing pause before searching. */
const searchDelay = 300;
const newMailing = 'new';
const steps = [...mailingSteps, 'none'] as const;

function useListState() {
  const address = useAddress();
  const step = steps.find((known) => known === textOf(address['step']));
  return {
    view: textOf(address['view']) === 'board' ? ('board' as const) : ('table' as const),
    query: (textOf(address['q']) ?? '').slice(0, 200),
    step,
    campaignType: (textOf(address['type']) ?? '').slice(0, 200),
    sort:
      providerMailingSorts.find((known) => known === textOf(address['sort'])) ?? ('deliveryWeek' as const),
    dir: textOf(address['dir']) === 'asc' ? ('asc' as const) : ('desc' as const),
    page: pageIn(address['page']),
    open: textOf(address['mailing']) ?? null,
  };
}

export function ProviderMailingsPage() {
  const state = useListState();
  const changeAddress = useChangeAddress();
  const mayWrite = teamMayUse('account-manager', useSession()?.team ?? []);
  const [chosen, setChosen] = useState<ReadonlyMap<string, ProviderMailing>>(new Map());
  const [move, setMove] = useState<Move | null>(null);
  const onChoose = useCallback(
    (mailings: readonly ProviderMailing[], isChosen: boolean) =>
      setChosen((before) => {
        const after = new Map(before);
        for (const mailing of mailings)
          if (isChosen) after.set(mailing.id, mailing);
          else after.delete(mailing.id);
        return after;
      }),
    [],
  );
  const onOpen = useCallback(({ id }: ProviderMailing) => changeAddress({ mailing: id }), [changeAddress]);
  const { view, query, step, campaignType, sort, dir } = state;
  const search = {
    query: query || undefined,
    campaignType: campaignType === '' ? undefined : [campaignType],
  };
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <PageHeading title="Mailings" />
        <SegmentedControl
          aria-label="View"
          value={view}
          data={[
            { value: 'table', label: 'Table' },
            { value: 'board', label: 'Board' },
          ]}
          onChange={(next) => changeAddress({ view: next === 'board' ? next : undefined })}
        />
        {mayWrite && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => changeAddress({ mailing: newMailing })}
          >
            New mailing
          </Button>
        )}
      </div>
      <div className={classes.tools}>
        <div className={classes.search}>
          <SearchField
            label="Mailing, order number or office"
            value={query}
            wait={searchDelay}
            onSearch={(text, replace) =>
              changeAddress({ q: text || undefined, page: undefined }, { replace })
            }
          />
        </div>
        <Types
          value={campaignType}
          onChange={(type) => changeAddress({ type: type || undefined, page: undefined })}
        />
        {view === 'table' && (
          <NativeSelect
            aria-label="Status"
            value={step ?? ''}
            data={[
              { value: '', label: 'All statuses' },
              ...mailingSteps.map((value) => ({ value, label: mailingStepLabels[value] })),
              { value: 'none', label: 'Not ordered' },
            ]}
            onChange={({ currentTarget }) =>
              changeAddress({ step: currentTarget.value || undefined, page: undefined })
            }
          />
        )}
      </div>
      {mayWrite && view === 'table' && chosen.size > 0 && (
        <Chosen chosen={chosen} onClear={() => setChosen(new Map())} onMove={setMove} />
      )}
      {view === 'board' ? (
        <MailingsBoard search={search} mayMove={mayWrite} onOpen={onOpen} onMove={setMove} />
      ) : (
        <MailingsTable
          search={{ ...search, steps: step === undefined ? undefined : [step] }}
          sort={sort}
          dir={dir}
          page={state.page}
          isFiltered={query !== '' || campaignType !== '' || step !== undefined}
          mayMove={mayWrite}
          chosen={chosen}
          onChoose={onChoose}
          onOpen={onOpen}
          onMove={setMove}
          onSort={(field) =>
            changeAddress({
              sort: field,
              dir: field === sort && dir === 'desc' ? 'asc' : undefined,
              page: undefined,
            })
          }
          onPage={(page, replace = false) =>
            changeAddress({ page: page === 1 ? undefined : String(page) }, { replace })
          }
        />
      )}
      {state.open !== null && (
        <MailingDrawer key={state.open} id={state.open} mayWrite={mayWrite} onMove={setMove} />
      )}
      {move && (
        <MoveDialog
          move={move}
          onClose={() => setMove(null)}
          onMoved={() => {
            setMove(null);
            setChosen(new Map());
          }}
        />
      )}
    </div>
  );
}

function Types({ value, onChange }: { value: string; onChange: (type: string) => void }) {
  const { data } = useQuery(optionsQuery());
  const types = data?.campaignTypes ?? [];
  if (types.length === 0 && value === '') return null;
  return (
    <NativeSelect
      aria-label="Type"
      value={value}
      data={[{ value: '', label: 'All types' }, ...new Set([...types, ...(value === '' ? [] : [value])])]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function Chosen({
  chosen,
  onClear,
  onMove,
}: {
  chosen: ReadonlyMap<string, ProviderMailing>;
  onClear: () => void;
  onMove: (move: Move) => void;
}) {
  const mailings = [...chosen.values()];
  return (
    <div className={classes.chosen} role="group" aria-label="Chosen mailings">
      <Text size="sm" fw={600} role="status">
        {counted(mailings.length, 'mailing')} chosen
      </Text>
      {mailings.length > maxMovedMailings ? (
        <Text size="sm">Move at most {maxMovedMailings} at once.</Text>
      ) : (
        <MoveMenu label="Move the chosen mailings" onMove={(step) => onMove({ mailings, step })} />
      )}
      <Button variant="subtle" size="compact-sm" className={classes.finger ?? ''} onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}

function MailingDrawer({
  id,
  mayWrite,
  onMove,
}: {
  id: string;
  mayWrite: boolean;
  onMove: (move: Move) => void;
}) {
  const changeAddress = useChangeAddress();
  const client = useQueryClient();
  const close = () => changeAddress({ mailing: undefined });
  const isNew = id === newMailing;
  const query = useQuery({ ...mailingQuery(id), enabled: !isNew });
  const note = (saved: SavedMailing) => client.setQueryData(mailingQuery(saved.record.id).queryKey, saved);
  if (isNew && !mayWrite) return null;
  return (
    <SideDrawer
      opened
      onClose={close}
      title={isNew ? 'New mailing' : (query.data?.record.title ?? 'Mailing')}
      content="mailing"
    >
      {isNew ? (
        <MailingForm
          saved={null}
          isReadOnly={false}
          onSaved={(saved) => {
            note(saved);
            changeAddress({ mailing: saved.record.id }, { replace: true });
          }}
          onCancel={close}
        />
      ) : (
        <Answer query={query} skeleton={<Skeleton height="20rem" />}>
          {(saved) => (
            <>
              <MailingState saved={saved}>
                {mayWrite && (
                  <MoveMenu
                    label={`Move ${saved.record.title} from here`}
                    mailing={saved.record}
                    onMove={(step) => onMove({ mailings: [saved.record], step })}
                  />
                )}
              </MailingState>
              {'status' in saved.row.feedSays && (
                <FeedSays
                  saved={saved}
                  column="status"
                  label="Status"
                  isReadOnly={!mayWrite}
                  onTaken={note}
                />
              )}
              <MailingForm saved={saved} isReadOnly={!mayWrite} onSaved={note} onCancel={close} />
            </>
          )}
        </Answer>
      )}
    </SideDrawer>
  );
}
