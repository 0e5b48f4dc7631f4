import { Anchor, Button, Skeleton, Stack, Table, Text, Textarea, TextInput } from '@mantine/core';
import type { CalibrationResult } from '@mailcall/contract/calibration.ts';
import { durationText } from '@mailcall/contract/rules/caller.ts';
import { counted, thousands } from '@mailcall/contract/rules/rates.ts';
import { scoreFieldOf } from '@mailcall/contract/rules/score-fields.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { explanationOf } from '../../platform/api.ts';
import { Answer } from '../../ui/answer.tsx';
import { ConfirmActions, Dialog } from '../../ui/dialog.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { refresh, type ResultRow, resultQuery, saveNote } from './api.ts';
import { agreementText, noReference, notAsked } from './calibration-texts.ts';
import classes from './calibration.module.css';
import { callTitle, type Place, SetPlayer } from './set-player.tsx';

type ResultCall = CalibrationResult['calls'][number];

export function SetResult({ setId }: { setId: string }) {
  const result = useQuery(resultQuery(setId));
  return (
    <Answer query={result} skeleton={<Skeleton height="30rem" />}>
      {(data) => <Result setId={setId} result={data} />}
    </Answer>
  );
}

function Result({ setId, result }: { setId: string; result: CalibrationResult }) {
  const { people, calls, gone } = result;
  const [place, setPlace] = useState<Place | null>(null);
  const differing = calls.filter(({ rows }) => rows.some(isShown)).length;
  return (
    <>
      <Text>
        {counted(calls.length, 'call')}, with differences in {thousands(differing)}.
        {gone > 0 && ` ${counted(gone, 'call is', 'calls are')} no longer kept.`}
      </Text>
      <section aria-labelledby="calibration-people">
        <h2 id="calibration-people" className={classes.title}>
          Same answer as the reference
        </h2>
        <Text size="sm" c="dimmed" mb="xs" maw={680}>
          The reference is the lead’s answer, or the right answer below. In parentheses the 95 % interval,
          from 30 calls on.
        </Text>
        <div className={classes.table}>
          <Table verticalSpacing="xs" aria-label="Agreement with the reference">
            <Table.Thead>
              <Table.Tr>
                {['Person', 'Scored', 'Same answer'].map((head) => (
                  <Table.Th key={head}>{head}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {people.map(({ id, name, isReference, scored, ...agreement }) => (
                <Table.Tr key={id}>
                  <Table.Th scope="row" data-head="Person">
                    {name}
                  </Table.Th>
                  <Table.Td data-head="Scored">
                    {thousands(scored)} of {thousands(calls.length)}
                  </Table.Td>
                  <Table.Td data-head="Same answer">
                    {isReference ? 'Reference' : agreementText(agreement)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      </section>
      {calls.map((call) => (
        <OneCall
          key={call.callId}
          setId={setId}
          call={call}
          people={people}
          onPlay={(from) => setPlace({ call, from })}
        />
      ))}
      <SetPlayer setId={setId} place={place} />
    </>
  );
}

const isShown = ({ isSame, agreed, note }: ResultRow) => !isSame || agreed !== null || note !== null;

function OneCall({
  setId,
  call,
  people,
  onPlay,
}: {
  setId: string;
  call: ResultCall;
  people: CalibrationResult['people'];
  onPlay: (from: number) => void;
}) {
  const [noted, setNoted] = useState<ResultRow | null>(null);
  const shown = call.rows.filter(isShown);
  const same = call.rows.filter((row) => !isShown(row));
  const title = callTitle(call);
  return (
    <section aria-label={title} className={classes.call}>
      <div className={classes.callHead}>
        <div>
          <h2 className={classes.title}>{title}</h2>
          <Text size="sm" c="dimmed">
            {durationText(call.callDuration)} ·{' '}
            {call.rows.length === 0
              ? 'nobody scored it'
              : shown.length === 0
                ? 'all agree'
                : counted(shown.length, 'difference')}
          </Text>
        </div>
        {call.hasRecording && (
          <Button
            variant="default"
            size="compact-md"
            className={classes.button ?? ''}
            aria-label={`Play ${title}`}
            onClick={() => onPlay(0)}
          >
            Play
          </Button>
        )}
      </div>
      {shown.length > 0 && (
        <div className={classes.table} data-wide>
          <Table verticalSpacing="xs" aria-label={`Differences in ${title}`}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Field</Table.Th>
                <Table.Th>Right</Table.Th>
                {people.map(({ id, name }) => (
                  <Table.Th key={id}>{name}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((row) => (
                <Table.Tr key={row.field}>
                  <Table.Th scope="row" data-head="Field">
                    {scoreFieldOf(row.field).label}
                  </Table.Th>
                  <Table.Td data-head="Right">
                    <Right row={row} onNote={() => setNoted(row)} />
                  </Table.Td>
                  {people.map(({ id, name }) => (
                    <Table.Td key={id} data-head={name}>
                      <PersonAnswer
                        row={row}
                        personId={id}
                        {...(call.hasRecording ? { onPlay } : {})}
                        label={`${name}, ${scoreFieldOf(row.field).label}`}
                      />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {same.length > 0 && (
        <details className={classes.same}>
          <summary>{counted(same.length, 'field')} with the same answer</summary>
          <dl className={classes.sameList}>
            {same.map(({ field, answers }) => (
              <div key={field}>
                <dt>{scoreFieldOf(field).label}</dt>
                <dd>{answers.find(({ answer }) => answer !== null)?.answer}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {noted !== null && <NoteDialog setId={setId} call={call} row={noted} onClose={() => setNoted(null)} />}
    </section>
  );
}

const Right = ({
  row: { field, reference, agreed, note },
  onNote,
}: {
  row: ResultRow;
  onNote: () => void;
}) => (
  <div className={classes.right}>
    <span>
      {agreed ?? reference ?? (
        <Text span c="dimmed">
          {noReference}
        </Text>
      )}
    </span>
    {note !== null && (
      <Text size="sm" c="dimmed" className={classes.note ?? ''}>
        {note}
      </Text>
    )}
    <Button
      variant="subtle"
      size="compact-sm"
      className={classes.noteButton ?? ''}
      aria-label={`${agreed === null && note === null ? 'Add' : 'Change'} note about ${scoreFieldOf(field).label}`}
      onClick={onNote}
    >
      {agreed === null && note === null ? 'Add note' : 'Change'}
    </Button>
  </div>
);

function PersonAnswer({
  row,
  personId,
  label,
  onPlay,
}: {
  row: ResultRow;
  personId: string;
  label: string;
  onPlay?: (from: number) => void;
}) {
  const found = row.answers.find((answer) => answer.personId === personId);
  if (!found) return <Text c="dimmed">Not scored</Text>;
  const { answer, marks } = found;
  const right = row.agreed ?? row.reference;
  const differs = answer !== null && right !== null && answer.toLowerCase() !== right.toLowerCase();
  return (
    <div className={classes.answer} data-differs={differs || undefined}>
      {answer ?? <Text c="dimmed">{notAsked}</Text>}
      {onPlay &&
        marks.map((from) => (
          <Anchor
            key={from}
            component="button"
            type="button"
            size="sm"
            className={classes.mark ?? ''}
            aria-label={`Play at ${durationText(from / 1000)}: ${label}`}
            onClick={() => onPlay(from)}
          >
            at {durationText(from / 1000)}
          </Anchor>
        ))}
    </div>
  );
}

function NoteDialog({
  setId,
  call,
  row,
  onClose,
}: {
  setId: string;
  call: ResultCall;
  row: ResultRow;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const list = useId();
  const [agreed, setAgreed] = useState(row.agreed ?? '');
  const [note, setNote] = useState(row.note ?? '');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useUnsavedInput((agreed !== (row.agreed ?? '') || note !== (row.note ?? '')) && !isBusy);
  const save = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await saveNote(
        { setId, callId: call.callId, field: row.field },
        { agreed: agreed.trim() || null, note: note.trim() || null, version: row.version },
      );
      await refresh(client);
      onClose();
    } catch (error) {
      setProblem(explanationOf(error));
      setBusy(false);
    }
  };
  const given = [...new Set(row.answers.flatMap(({ answer }) => (answer === null ? [] : [answer])))];
  return (
    <Dialog title={scoreFieldOf(row.field).label} onClose={onClose}>
      <Stack gap="sm">
        <TextInput
          label="Right answer"
          description={
            row.reference === null ? 'The reference has none' : `Empty: the reference, ${row.reference}`
          }
          list={list}
          maxLength={200}
          data-autofocus
          value={agreed}
          onChange={({ currentTarget: { value } }) => setAgreed(value)}
        />
        <datalist id={list}>
          {given.map((answer) => (
            <option key={answer}>{answer}</option>
          ))}
        </datalist>
        <Textarea
          label="Note for the scorers"
          autosize
          minRows={2}
          maxLength={500}
          value={note}
          onChange={({ currentTarget: { value } }) => setNote(value)}
        />
      </Stack>
      <ConfirmActions
        label="Save"
        problem={problem}
        isBusy={isBusy}
        autoFocus={false}
        onConfirm={() => void save()}
        onCancel={onClose}
      />
    </Dialog>
  );
}
