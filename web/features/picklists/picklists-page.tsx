import { Button, NativeSelect, Skeleton, Table, Text } from '@mantine/core';
import { dimensionNames, dimensionOf, picklistFieldOf } from '@mailcall/contract/figures/dimensions.ts';
import type { DeskPicklist, PicklistValue } from '@mailcall/contract/provider-picklists.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { scoreFields } from '@mailcall/contract/rules/score-fields.ts';
import { healthcareIndustries, labelText, wordingOf } from '@mailcall/contract/rules/wording.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { textOf, useAddress, useChangeAddress } from '../../platform/address.ts';
import { explanationOf } from '../../platform/api.ts';
import { Answer } from '../../ui/answer.tsx';
import { DialogProblem } from '../../ui/dialog.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { toast } from '../../ui/toast.tsx';
import { type Picklists, picklistsQuery, sendIndustry, sendValue } from './api.ts';
import classes from './picklists.module.css';
import { groupText, hasGroup, valueBody } from './picklist-texts.ts';
import { ValueDialog } from './value-dialog.tsx';

const wording = wordingOf(null);

function titleOf({ object, field }: DeskPicklist): string {
  if (field === scoreFields.priceAnswer.picklist) return scoreFields.priceAnswer.label;
  const name = dimensionNames.find(
    (one) => dimensionOf(one).picklist === object && picklistFieldOf(one) === field,
  );
  return name ? labelText(dimensionOf(name).label, wording) : field;
}

const keyOf = ({ object, field }: DeskPicklist) => `${object} ${field}`;

export function PicklistsPage() {
  const query = useQuery(picklistsQuery);
  return (
    <div className={classes.page}>
      <div>
        <PageHeading title="Picklists" />
        <Text c="dimmed">Values of the filters and of the scoring desk, for all offices.</Text>
      </div>
      <Answer query={query} skeleton={<Skeleton height="24rem" />}>
        {(picklists) => <Lists picklists={picklists} />}
      </Answer>
    </div>
  );
}

function Lists({ picklists: { lists, industries } }: { picklists: Picklists }) {
  const chosen = textOf(useAddress()['list']);
  const change = useChangeAddress();
  const list = lists.find((one) => keyOf(one) === chosen) ?? lists.find(hasGroup) ?? lists[0];
  if (!list) return null;
  return (
    <>
      <NativeSelect
        label="List"
        className={classes.select ?? ''}
        value={keyOf(list)}
        data={lists.map((one) => ({
          value: keyOf(one),
          label: `${titleOf(one)}${one.unknown.length > 0 && one.object === 'campaign' ? ` (${one.unknown.length} unknown)` : ''}`,
        }))}
        onChange={({ currentTarget }) => change({ list: currentTarget.value })}
      />
      <List key={keyOf(list)} list={list} />
      {industries.length > 0 && <Industries industries={industries} />}
    </>
  );
}

function List({ list }: { list: DeskPicklist }) {
  const [opened, setOpened] = useState<PicklistValue | 'new' | null>(null);
  const title = titleOf(list);
  const current =
    opened === 'new' ? null : (list.values.find(({ value }) => value === opened?.value) ?? opened);
  return (
    <section className={classes.part} aria-labelledby="list">
      <div className={classes.head}>
        <h2 id="list">{title}</h2>
        <Button h={44} onClick={() => setOpened('new')}>
          Add a value
        </Button>
      </div>
      <Unknown list={list} />
      {list.areDefaults && list.values.length > 0 && (
        <Text size="sm">
          These are the usual values. They hold until you change one or the feed sends others.
        </Text>
      )}
      {list.values.length === 0 ? (
        <Text size="sm">This list is empty. Its filter shows nothing.</Text>
      ) : (
        <div className={classes.scroller}>
          <Table aria-label={title} miw={480}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Shown as</Table.Th>
                <Table.Th>Value in the data</Table.Th>
                {hasGroup(list) && <Table.Th>Group</Table.Th>}
                <Table.Th>Change</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {list.values.map((row) => (
                <Table.Tr key={row.value}>
                  <Table.Td className={classes.text ?? ''}>
                    {row.label}
                    {row.isRetired && ' (retired)'}
                  </Table.Td>
                  <Table.Td className={classes.text ?? ''}>{row.value}</Table.Td>
                  {hasGroup(list) && <Table.Td>{groupText(row)}</Table.Td>}
                  <Table.Td>
                    <Button
                      variant="default"
                      size="compact-sm"
                      className={classes.finger ?? ''}
                      aria-label={`Edit: ${row.label}`}
                      onClick={() => setOpened(row)}
                    >
                      Edit
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {opened !== null && <ValueDialog list={list} row={current} onClose={() => setOpened(null)} />}
    </section>
  );
}

/** One press puts a value of the data where it belongs. */
function Unknown({ list }: { list: DeskPicklist }) {
  const adding = useMutation({
    mutationFn: ({ value, group }: { value: string; group: PicklistValue['group'] }) => {
      const known = list.values.find((row) => row.value === value);
      return sendValue(
        valueBody(list, known ?? null, { value, label: known?.label ?? value, group, isRetired: false }),
      );
    },
    onSuccess: (_, { value }) => toast('success', `${value} is known now.`),
  });
  const { unknown } = list;
  if (unknown.length === 0) return null;
  const press = (text: string, value: string, group: PicklistValue['group']) => (
    <Button
      key={text}
      variant="default"
      size="compact-sm"
      className={classes.finger ?? ''}
      aria-label={`${text}: ${value}`}
      loading={adding.isPending && adding.variables.value === value && adding.variables.group === group}
      onClick={() => adding.mutate({ value, group })}
    >
      {text}
    </Button>
  );
  return (
    <div className={classes.unknown}>
      <Text size="sm" fw={600}>
        {hasGroup(list)
          ? 'Mailcall does not know these types. Filters by mailings leave them out:'
          : 'In the data, but not in this list:'}
      </Text>
      <ul className={classes.list}>
        {unknown.map(({ value, count }) => (
          <li key={value} className={classes.head}>
            <Text size="sm" className={classes.text ?? ''}>
              {value}
              {count !== null && (
                <Text span c="dimmed" size="sm">
                  {' '}
                  {counted(count, 'mailing')}
                </Text>
              )}
            </Text>
            <div className={classes.presses}>
              {hasGroup(list)
                ? [press('A Mailing', value, 'mailing'), press('No Mailing', value, 'non-mailing')]
                : press('Add', value, null)}
            </div>
          </li>
        ))}
      </ul>
      <DialogProblem text={adding.isError ? explanationOf(adding.error) : null} />
    </div>
  );
}

function Industries({ industries }: { industries: Picklists['industries'] }) {
  return (
    <section className={classes.part} aria-labelledby="industries">
      <h2 id="industries">Industries</h2>
      <Text size="sm">
        These industries are not of healthcare for Mailcall: texts say client and business. Give their offices
        another one, or their own words.
      </Text>
      <ul className={classes.list}>
        {industries.map((industry) => (
          <Industry key={industry.value} {...industry} />
        ))}
      </ul>
    </section>
  );
}

function Industry({ value, count }: Picklists['industries'][number]) {
  const [to, setTo] = useState('');
  const moving = useMutation({
    mutationFn: () => sendIndustry(value, to),
    onSuccess: (moved) => toast('success', `${counted(moved, 'office')} moved to ${to}.`),
  });
  return (
    <li className={classes.unknown}>
      <div className={classes.head}>
        <Text size="sm" className={classes.text ?? ''}>
          {value}{' '}
          <Text span c="dimmed" size="sm">
            {counted(count, 'office')}
          </Text>
        </Text>
        <div className={classes.presses}>
          <NativeSelect
            aria-label={`Industry instead of ${value}`}
            value={to}
            data={[{ value: '', label: 'Choose an industry' }, ...healthcareIndustries]}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
          <Button
            variant="default"
            aria-label={`Move: ${value}`}
            disabled={to === ''}
            loading={moving.isPending}
            onClick={() => moving.mutate()}
          >
            Move
          </Button>
        </div>
      </div>
      <DialogProblem text={moving.isError ? explanationOf(moving.error) : null} />
    </li>
  );
}
