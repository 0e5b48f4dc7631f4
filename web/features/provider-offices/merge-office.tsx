import { Alert, Button, Checkbox, Radio, Skeleton, Stack, Text } from '@mantine/core';
import {
  type AccessChange,
  type MergedValue,
  type MergeSide,
  mergeSides,
  type OfficeMerge,
} from '@mailcall/contract/office-merges.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { textOf, useAddress, useChangeAddress } from '../../platform/address.ts';
import { explanationOf } from '../../platform/api.ts';
import { Answer } from '../../ui/answer.tsx';
import { DialogProblem } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { mergeQuery, refetchOffices, sendMerge } from './api.ts';
import { accessText, movedText } from './merge-texts.ts';
import { OfficeSelect } from './office-picker.tsx';
import { labels, mergeParameter, notChosen } from './office-texts.ts';
import classes from './provider-offices.module.css';

const { latitude: _latitude, longitude: _longitude, ...ofColumns } = labels;

const mergedLabels: Readonly<Record<MergedValue, string>> = {
  ...ofColumns,
  place: 'Place on the map',
  brand: 'Brand',
  hours: 'Office hours',
};

/** Everything that can be confirmed by one press, if it is more than this. */
const longList = 10;

export function MergeOffice({ id }: { id: string }) {
  const address = useAddress();
  const changeAddress = useChangeAddress();
  const [group, setGroup] = useState<MergeSide>('surviving');
  const chosen = textOf(address[mergeParameter]);
  const intoId = chosen === undefined || chosen === notChosen ? null : chosen;
  const query = useQuery({ ...mergeQuery(id, intoId ?? '', group), enabled: intoId !== null });
  return (
    <section className={classes.form} aria-label="Merge">
      <Text>
        For an office that exists twice: everything of it moves to the office that you choose. Its links and
        feed rows then mean that office. This cannot be undone.
      </Text>
      <div className={classes.fields}>
        <OfficeSelect
          label="Office that stays"
          value={intoId}
          known={query.data?.surviving}
          takesFocus
          onChange={(next) => {
            setGroup('surviving');
            changeAddress({ [mergeParameter]: next ?? notChosen }, { replace: true });
          }}
        />
      </div>
      {intoId !== null && (
        <Answer query={query} skeleton={<Skeleton height="20rem" />}>
          {(merge) => (
            <Preview
              key={intoId}
              merge={merge}
              isOld={query.isPlaceholderData}
              onGroup={setGroup}
              onLookAgain={() => void query.refetch()}
            />
          )}
        </Answer>
      )}
      <div>
        <Button variant="default" h={44} onClick={() => changeAddress({ [mergeParameter]: undefined })}>
          Cancel
        </Button>
      </div>
    </section>
  );
}

function Preview({
  merge,
  isOld,
  onGroup,
  onLookAgain,
}: {
  merge: OfficeMerge;
  /** The preview of another choice is on its way. */
  isOld: boolean;
  onGroup: (side: MergeSide) => void;
  onLookAgain: () => void;
}) {
  const navigate = useNavigate();
  const { merged, surviving, values, gaining, losing, obstacle, state } = merge;
  const [sides, setSides] = useState<Partial<Record<MergedValue, MergeSide>>>({});
  const [given, setGiven] = useState({ state, keys: nothingYet });
  // what was confirmed of another preview does not count
  const confirmed = given.state === state ? given.keys : nothingYet;
  const sideOf = (value: MergedValue): MergeSide => sides[value] ?? 'surviving';
  const confirm = (keys: readonly string[], isConfirmed: boolean) => {
    const after = new Set(confirmed);
    for (const key of keys) after[isConfirmed ? 'add' : 'delete'](key);
    setGiven({ state, keys: after });
  };
  const needed = [...values.map(({ value }) => valueKey(value)), ...gaining.map(({ id }) => personKey(id))];
  const left = needed.filter((key) => !confirmed.has(key)).length;
  const send = useMutation({
    mutationFn: () =>
      sendMerge(merged.id, {
        intoId: surviving.id,
        state,
        values: Object.fromEntries(values.map(({ value }) => [value, sideOf(value)])),
        confirmedIds: gaining.map(({ id }) => id),
      }),
    onSuccess: () => {
      toast('success', `${merged.name} is merged into ${surviving.name}.`);
      void navigate({ to: paths.providerOffice(surviving.id), replace: true });
      void refetchOffices();
    },
  });
  if (obstacle !== null)
    return (
      <Alert color="orange" variant="light" role="alert">
        {obstacle}
      </Alert>
    );
  return (
    <>
      <section className={classes.part} aria-labelledby="merge-values">
        <h2 id="merge-values">Values that differ</h2>
        {values.length === 0 && <Text c="dimmed">None: both offices have the same values.</Text>}
        {values.map(({ value, ...texts }) => (
          <div key={value} className={classes.choice}>
            <Radio.Group
              label={mergedLabels[value]}
              value={sideOf(value)}
              onChange={(side) => {
                setSides((before) => ({ ...before, [value]: side }));
                // another group changes who sees the office
                if (value === 'parent_id') onGroup(side);
              }}
            >
              <Stack gap={6} mt={6}>
                {mergeSides.toReversed().map((side) => (
                  <Radio
                    key={side}
                    value={side}
                    label={texts[side] ?? 'Nothing'}
                    description={side === 'surviving' ? 'As it is' : 'From the merged office'}
                  />
                ))}
              </Stack>
            </Radio.Group>
            <Checkbox
              label="This value holds"
              aria-label={`${mergedLabels[value]}: this value holds`}
              checked={confirmed.has(valueKey(value))}
              onChange={({ currentTarget }) => confirm([valueKey(value)], currentTarget.checked)}
            />
          </div>
        ))}
      </section>
      <section className={classes.part} aria-labelledby="merge-access">
        <h2 id="merge-access">Who gains access</h2>
        {gaining.length === 0 ? (
          <Text c="dimmed">Nobody sees more than before.</Text>
        ) : (
          <GainingPeople
            gaining={gaining}
            merge={merge}
            isConfirmed={(id) => confirmed.has(personKey(id))}
            onConfirm={(ids, isConfirmed) => confirm(ids.map(personKey), isConfirmed)}
          />
        )}
        {losing.length > 0 && (
          <Text size="sm">
            {losing.map((person) => person.name).join(', ')} {losing.length === 1 ? 'sees' : 'see'} nothing of{' '}
            {merged.name} any more: {surviving.name} is in another group.
          </Text>
        )}
      </section>
      <section className={classes.part} aria-labelledby="merge-moves">
        <h2 id="merge-moves">What moves</h2>
        <Text>{movedText(merge)}</Text>
        <Text size="sm" c="dimmed">
          The activity of {merged.name} stays under its old id. Primary contacts of {surviving.name} can read
          it. The feed’s own row of {merged.name} changes nothing any more.
        </Text>
      </section>
      <DialogProblem text={send.isError ? explanationOf(send.error) : null} />
      <div className={classes.presses}>
        <Button
          h={44}
          color="red"
          loading={send.isPending || isOld}
          {...(left > 0 ? { 'aria-disabled': true, 'data-disabled': true } : {})}
          onClick={() => {
            if (left === 0) send.mutate();
          }}
        >
          Merge Into {surviving.name}
        </Button>
        {send.isError && (
          <Button
            variant="default"
            h={44}
            onClick={() => {
              send.reset();
              onLookAgain();
            }}
          >
            Look again
          </Button>
        )}
        <Text size="sm" c="dimmed" role="status">
          {left > 0
            ? `Confirm ${thousands(left)} more ${left === 1 ? 'point' : 'points'} first.`
            : 'This cannot be undone.'}
        </Text>
      </div>
    </>
  );
}

const nothingYet: ReadonlySet<string> = new Set();
const valueKey = (value: MergedValue) => `value ${value}`;
const personKey = (id: string) => `person ${id}`;

function GainingPeople({
  gaining,
  merge,
  isConfirmed,
  onConfirm,
}: {
  gaining: readonly AccessChange[];
  merge: OfficeMerge;
  isConfirmed: (id: string) => boolean;
  onConfirm: (ids: readonly string[], isConfirmed: boolean) => void;
}) {
  const ids = gaining.map(({ id }) => id);
  const count = ids.filter(isConfirmed).length;
  return (
    <Stack gap="sm">
      {gaining.length > longList && (
        <Checkbox
          label={`All ${thousands(gaining.length)} may see it`}
          checked={count === ids.length}
          indeterminate={count > 0 && count < ids.length}
          onChange={({ currentTarget }) => onConfirm(ids, currentTarget.checked)}
        />
      )}
      {gaining.map((change) => (
        <Checkbox
          key={`${change.kind} ${change.id}`}
          label={[change.name, change.email].filter(Boolean).join(', ')}
          description={accessText(change, merge)}
          checked={isConfirmed(change.id)}
          onChange={({ currentTarget }) => onConfirm([change.id], currentTarget.checked)}
        />
      ))}
    </Stack>
  );
}
