import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import classes from './desk.module.css';

interface Named {
  id: string | null;
  name: string;
  aliases?: readonly string[] | undefined;
}

const namesOf = ({ name, aliases = [] }: Named) => [name, ...aliases].map((one) => one.toLowerCase());

const maxMatches = 8;

/** With a name or alias that contains all typed words; those that begin with them first. */
export function matchesOf<Item extends Named>(items: readonly Item[], typed: string): Item[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  const found = items.filter((item) =>
    namesOf(item).some((name) => words.every((word) => name.includes(word))),
  );
  const begins = (item: Item) => namesOf(item).some((name) => name.startsWith(words[0] ?? ''));
  return [...found.filter(begins), ...found.filter((item) => !begins(item))].slice(0, maxMatches);
}

const isNamed = (items: readonly Named[], typed: string) =>
  items.some((item) => namesOf(item).includes(typed.trim().toLowerCase()));

export function FindInput({
  label,
  placeholder,
  items,
  onPick,
  onLeave,
  onTab,
}: {
  label: string;
  placeholder: string;
  items: readonly Named[];
  /** The id is null for a name that is added. */
  onPick: (item: Named) => void;
  /** Escape, or Enter without a name. */
  onLeave: () => void;
  onTab: () => boolean;
}) {
  const list = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const name = typed.trim();
  const matches: Named[] = name === '' ? [] : matchesOf(items, name);
  const choices = name === '' || isNamed(items, name) ? matches : [...matches, { id: null, name }];
  const pick = (item: Named | undefined) => {
    if (!item) return;
    setTyped('');
    setActive(0);
    onPick({ id: item.id, name: item.name });
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (choices.length === 0) return;
      event.preventDefault();
      setActive((active + (key === 'ArrowDown' ? 1 : choices.length - 1)) % choices.length);
    } else if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      pick(choices[active] ?? choices[0]);
    } else if (key === 'Enter') {
      event.preventDefault();
      if (name === '') onLeave();
      else pick(choices[active] ?? choices[0]);
    } else if (key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setTyped('');
      onLeave();
    } else if (key === 'Tab' && !event.shiftKey) {
      if (name !== '') pick(choices[active] ?? choices[0]);
      if (onTab()) event.preventDefault();
    }
  };
  return (
    <div className={classes.find}>
      <TextInput
        data-typed
        size="sm"
        aria-label={label}
        placeholder={placeholder}
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={choices.length > 0 ? `${list}-${active}` : undefined}
        autoComplete="off"
        maxLength={500}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={press}
      />
      <div
        id={list}
        role="listbox"
        aria-label={label}
        className={classes.matches}
        hidden={choices.length === 0}
      >
        {choices.map((item, index) => (
          <button
            key={item.id ?? 'new'}
            type="button"
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes.match}
            // keeps the focus in the input
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(item)}
          >
            {item.id === null ? (
              <>
                Add “{item.name}” <span className={classes.new}>new</span>
              </>
            ) : (
              <>
                {item.name}
                {(item.aliases ?? []).length > 0 && (
                  <span className={classes.new}> {item.aliases?.join(', ')}</span>
                )}
              </>
            )}
          </button>
        ))}
      </div>
    </div>
  );
}
