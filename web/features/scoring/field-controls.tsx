import { Button, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import type { AppointmentInput } from '@mailcall/contract/rules/appointment.ts';
import {
  type ScoreFieldName,
  scoreFieldOf,
  type ScoreFieldsOfKind,
} from '@mailcall/contract/rules/score-fields.ts';
import { type ScoreFieldRule, scoreOptions } from '@mailcall/contract/rules/score-form.ts';
import { keyOfOption } from '@mailcall/contract/rules/score-keys.ts';
import type { ScoreInquiry } from '@mailcall/contract/rules/score-values.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { dateAndTime } from '../../ui/dates.ts';
import { AppointmentForm, newAppointmentOf, noAppointment } from '../calls/index.ts';
import type { DeskWork, ScoringDesk } from './desk.ts';
import classes from './desk.module.css';
import { FindInput } from './find-input.tsx';

export interface FieldProps<Name extends ScoreFieldName = ScoreFieldName> {
  desk: ScoringDesk;
  work: DeskWork;
  field: Name;
  rule: ScoreFieldRule;
  wording: Wording;
  label: string;
  isCurrent: boolean;
  isTyping: boolean;
}

function OptionButton({
  text,
  keys,
  isChosen,
  isProposed,
  onChoose,
}: {
  text: string;
  keys: string;
  isChosen: boolean;
  /** Chosen by the form, until the person answers. */
  isProposed: boolean;
  onChoose: () => void;
}) {
  return (
    <button
      type="button"
      data-option
      className={classes.option}
      aria-pressed={isChosen}
      data-proposed={isProposed || undefined}
      onClick={onChoose}
    >
      <span className={classes.optionKey} aria-hidden>
        {keys}
      </span>
      {text}
    </button>
  );
}

export function YesNo({ desk, work, field, rule }: FieldProps<ScoreFieldsOfKind<'yes-no'>>) {
  const given = work.keys.values[field];
  return (
    <div className={classes.options}>
      {[true, false].map((value, index) => (
        <OptionButton
          key={String(value)}
          text={value ? 'Yes' : 'No'}
          keys={keyOfOption(index)}
          isChosen={rule.value === value}
          isProposed={given === null && rule.value === value}
          onChoose={() => desk.answer(field, given === value ? null : value, { goesOn: given !== value })}
        />
      ))}
    </div>
  );
}

export function Choice({ desk, work, field, rule, wording }: FieldProps<ScoreFieldsOfKind<'choice'>>) {
  const given = work.keys.values[field];
  const options = scoreOptions(field, work.context);
  if (options.length === 0)
    return <Text size="sm">This list is empty. An operator adds its values under Picklists.</Text>;
  return (
    <div className={classes.options}>
      {options.map(({ value, label }, index) => (
        <OptionButton
          key={value}
          text={labelText(label, wording)}
          keys={keyOfOption(index)}
          isChosen={rule.value === value}
          isProposed={given === null && rule.value === value}
          onChoose={() => desk.answer(field, given === value ? null : value, { goesOn: given !== value })}
        />
      ))}
    </div>
  );
}

/** Keys in a text field: Escape leaves it, Tab goes on, and so does Enter in one line. */
function textKeys(desk: ScoringDesk, field: ScoreFieldName, isOneLine: boolean) {
  return (event: KeyboardEvent) => {
    const { key } = event;
    // Ctrl and Enter save the score
    if (event.ctrlKey || event.metaKey) return;
    if (key === 'Escape') {
      event.stopPropagation();
      event.preventDefault();
      desk.goTo(field);
    } else if ((key === 'Enter' && isOneLine) || (key === 'Tab' && !event.shiftKey)) {
      event.preventDefault();
      if (!desk.goOn()) desk.goTo(field);
    }
  };
}

export function TextField({ desk, work, field, label }: FieldProps<ScoreFieldsOfKind<'text'>>) {
  const definition = scoreFieldOf(field);
  const props = {
    'data-typed': true,
    'aria-label': label,
    size: 'sm',
    value: work.keys.values[field] ?? '',
    ...('maxLength' in definition && { maxLength: definition.maxLength }),
    onChange: (event: { currentTarget: { value: string } }) =>
      desk.type(field, event.currentTarget.value === '' ? null : event.currentTarget.value),
  } as const;
  return field === 'highlights' ? (
    <Textarea {...props} autosize minRows={2} maxRows={8} onKeyDown={textKeys(desk, field, false)} />
  ) : (
    <TextInput {...props} autoComplete="off" onKeyDown={textKeys(desk, field, true)} />
  );
}

export function Seconds({ desk, work, field, label }: FieldProps<ScoreFieldsOfKind<'seconds'>>) {
  const value = work.keys.values[field];
  return (
    <TextInput
      data-typed
      aria-label={label}
      size="sm"
      w={110}
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      value={value === null ? '' : String(value)}
      onChange={({ currentTarget }) => {
        const digits = currentTarget.value.replace(/\D/g, '');
        desk.type(field, digits === '' ? null : Number(digits));
      }}
      onKeyDown={textKeys(desk, field, true)}
    />
  );
}

const optionsOfPage = 9;

function Names({
  desk,
  field,
  page,
  items,
  isChosen,
  onChoose,
  label,
  adds,
}: {
  desk: ScoringDesk;
  field: ScoreFieldName;
  page: number;
  items: readonly { id: string | null; name: string }[];
  isChosen: (item: { id: string | null; name: string }) => boolean;
  onChoose: (item: { id: string | null; name: string }, isTyped: boolean) => void;
  label: string;
  adds: string;
}) {
  const from = page * optionsOfPage;
  const hasMore = items.length > optionsOfPage;
  return (
    <>
      {items.length > 0 && (
        <div className={classes.options}>
          {items.slice(from, from + optionsOfPage).map((item, index) => (
            <OptionButton
              key={item.id}
              text={item.name}
              keys={String(index + 1)}
              isChosen={isChosen(item)}
              isProposed={false}
              onChoose={() => onChoose(item, false)}
            />
          ))}
          {hasMore && (
            <OptionButton
              text={from + optionsOfPage < items.length ? 'More' : 'First ones'}
              keys="0"
              isChosen={false}
              isProposed={false}
              onChoose={() => desk.turnPage(from + optionsOfPage < items.length ? page + 1 : 0)}
            />
          )}
        </div>
      )}
      <FindInput
        label={`Find or add: ${label}`}
        placeholder={adds}
        items={items}
        onPick={(item) => onChoose(item, true)}
        onLeave={() => desk.goTo(field)}
        onTab={() => desk.goOn()}
      />
    </>
  );
}

function Chosen({ name, isNew, onRemove }: { name: string; isNew: boolean; onRemove: () => void }) {
  return (
    <span className={classes.chosen}>
      {name}
      {isNew && <span className={classes.new}>new</span>}
      <button type="button" className={classes.remove} aria-label={`Remove ${name}`} onClick={onRemove}>
        <IconX size={14} aria-hidden />
      </button>
    </span>
  );
}

export function Staff({ desk, work, field, label, isCurrent }: FieldProps<'handler'>) {
  const handler = work.keys.values[field];
  const { staff } = work.context.lists;
  const page = isCurrent ? work.keys.page : 0;
  const shown = staff.slice(page * optionsOfPage, (page + 1) * optionsOfPage);
  const isShown = handler !== null && shown.some(({ id }) => id === handler.id);
  return (
    <>
      {handler !== null && !isShown && (
        <div className={classes.chosenList}>
          <Chosen name={handler.name} isNew={handler.id === null} onRemove={() => desk.answer(field, null)} />
        </div>
      )}
      <Names
        desk={desk}
        field={field}
        page={page}
        items={staff}
        isChosen={({ id }) => id !== null && id === handler?.id}
        onChoose={({ id, name }) =>
          id !== null && id === handler?.id
            ? desk.answer(field, null)
            : desk.answer(field, { id, name }, { goesOn: true })
        }
        label={label}
        adds="Type to find or add a person"
      />
    </>
  );
}

const isSame = (one: { id: string | null; name: string }, other: { id: string | null; name: string }) =>
  one.id === other.id && one.name === other.name;

const acceptances = ['Accepted', 'Not accepted', 'Out of network', 'Unclear'];

export function Inquiries({
  desk,
  work,
  field,
  label,
  isCurrent,
}: FieldProps<ScoreFieldsOfKind<'inquiries'>>) {
  const chosen: readonly ScoreInquiry[] = work.keys.values[field];
  const items = work.context.lists[field];
  const change = (next: readonly ScoreInquiry[], types = false) => desk.answer(field, next, { types });
  return (
    <>
      {chosen.length > 0 && (
        <div className={classes.chosenList}>
          {chosen.map((item) => (
            <span key={`${item.id} ${item.name}`} className={classes.chosenItem}>
              <Chosen
                name={item.name}
                isNew={item.id === null}
                onRemove={() => change(chosen.filter((other) => other !== item))}
              />
              {field === 'insurances' && (
                <NativeSelect
                  size="xs"
                  aria-label={`Does the office accept ${item.name}?`}
                  className={classes.acceptance}
                  value={item.acceptance ?? ''}
                  data={[
                    { value: '', label: 'Not said' },
                    ...[...new Set([...acceptances, ...(item.acceptance ? [item.acceptance] : [])])].map(
                      (value) => ({ value, label: value }),
                    ),
                  ]}
                  onChange={({ currentTarget: { value } }) =>
                    desk.type(
                      field,
                      chosen.map((other) =>
                        other === item ? { ...item, acceptance: value || null } : other,
                      ),
                    )
                  }
                />
              )}
            </span>
          ))}
        </div>
      )}
      <Names
        desk={desk}
        field={field}
        page={isCurrent ? work.keys.page : 0}
        items={items}
        isChosen={(item) => chosen.some((other) => isSame(other, item))}
        onChoose={({ id, name }, isTyped) => {
          const others = chosen.filter((other) => !isSame(other, { id, name }));
          change(
            others.length < chosen.length ? others : [...chosen, { id, name, acceptance: null }],
            isTyped,
          );
        }}
        label={label}
        adds="Type to find or add"
      />
    </>
  );
}

export function Appointments({
  desk,
  work,
  field,
  wording,
  isCurrent,
  isTyping,
}: FieldProps<'appointments'>) {
  const added = work.keys.values[field];
  const { timeZone, values } = work.call;
  const [input, setInput] = useState<AppointmentInput | null>(null);
  // the field's key opens the form
  const opens = isCurrent && isTyping;
  const [hasOpened, setHasOpened] = useState(false);
  if (opens !== hasOpened) {
    setHasOpened(opens);
    if (opens && input === null) setInput(nameOfCaller(values.callerName));
  }
  const form = useRef<HTMLDivElement>(null);
  const isOpen = input !== null;
  useEffect(() => {
    const element = form.current;
    if (!isOpen || !element) return;
    element.scrollIntoView({ block: 'nearest' });
    const leave = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setInput(null);
      desk.goTo(field);
    };
    element.addEventListener('keydown', leave);
    return () => element.removeEventListener('keydown', leave);
  }, [isOpen, desk, field]);
  const close = () => {
    setInput(null);
    desk.goTo(field);
  };
  return (
    <>
      {added.length > 0 && (
        <div className={classes.chosenList}>
          {added.map((appointment) => {
            const { firstName, lastName, dateTime } = appointment;
            const name = `${firstName} ${lastName}`.trim();
            return (
              <Chosen
                key={`${name} ${dateTime}`}
                name={`${name}, ${dateAndTime(dateTime, timeZone)}`}
                isNew
                onRemove={() =>
                  desk.answer(
                    field,
                    added.filter((other) => other !== appointment),
                  )
                }
              />
            );
          })}
        </div>
      )}
      {input === null ? (
        <Button
          variant="default"
          size="compact-sm"
          fw={500}
          className={classes.add ?? ''}
          onClick={() => desk.goTo(field, { types: true })}
        >
          Add an appointment
        </Button>
      ) : (
        <div ref={form} data-typed>
          <AppointmentForm
            values={input}
            editing={false}
            wording={wording}
            timeZone={timeZone}
            onChange={setInput}
            onSave={() => {
              setInput(null);
              desk.answer(field, [...added, newAppointmentOf(input, timeZone)], { goesOn: true });
            }}
            onCancel={close}
            onDelete={null}
          />
        </div>
      )}
    </>
  );
}

function nameOfCaller(name: string | null): AppointmentInput {
  const words = (name ?? '').trim().split(/\s+/);
  if (words.length < 2) return noAppointment;
  return { ...noAppointment, firstName: words[0] ?? '', lastName: words.slice(1).join(' ') };
}
