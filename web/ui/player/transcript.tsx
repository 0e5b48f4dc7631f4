import { ActionIcon, Group, Text, TextInput } from '@mantine/core';
import { durationText } from '@mailcall/contract/rules/caller.ts';
import { timeOfCharacter, turnAt } from '@mailcall/contract/rules/transcripts.ts';
import type { TranscriptTurn } from '@mailcall/contract/transcripts.ts';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import {
  type ComponentProps,
  memo,
  type MouseEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Player } from './player.tsx';
import { foundTurns, partsOf } from './transcript-find.ts';
import classes from './transcript.module.css';

const names = { caller: 'Caller', office: 'Office' } as const;

/** Character of the pressed word in the button's text; null if the browser cannot say, or for the keyboard. */
function pressedCharacter({
  clientX,
  clientY,
  detail,
  currentTarget,
}: MouseEvent<HTMLElement>): number | null {
  if (detail === 0) return null;
  const place = document.caretPositionFromPoint?.(clientX, clientY);
  const range = place ? null : document.caretRangeFromPoint?.(clientX, clientY);
  const node = place?.offsetNode ?? range?.startContainer;
  const offset = place?.offset ?? range?.startOffset ?? 0;
  const text = currentTarget.querySelector('[data-said]');
  if (!node || !text?.contains(node)) return null;
  const before = document.createRange();
  before.selectNodeContents(text);
  before.setEnd(node, offset);
  return before.toString().length;
}

/** Scrolls only the list: the page stays where the reader is. */
function show(list: HTMLElement, index: number): void {
  const turn = list.children[index];
  if (!(turn instanceof HTMLElement)) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const top = turn.offsetTop - (list.clientHeight - turn.offsetHeight) / 2;
  list.scrollTo({ top, behavior: isCalm ? 'auto' : 'smooth' });
}

interface TurnProps {
  turn: TranscriptTurn;
  index: number;
  isHeard: boolean;
  isFound: boolean;
  isStop: boolean;
  query: string;
  canSeek: boolean;
  onPress: (index: number, character: number | null) => void;
}

const Said = memo(function Said({
  turn,
  index,
  isHeard,
  isFound,
  isStop,
  query,
  canSeek,
  onPress,
}: TurnProps) {
  const who = turn.speaker === null ? turn.speakerName : names[turn.speaker];
  const content = (
    <>
      <span className={classes.head}>
        {who === null ? null : <span className={classes.who}>{who}</span>}{' '}
        {turn.from === null ? null : (
          <span className={classes.at}>{durationText(turn.from / 1000)}</span>
        )}{' '}
      </span>
      <span data-said dir="auto">
        {partsOf(turn.text, query).map(({ text, found }, part) =>
          // parts have no identity but their place
          found ? <mark key={part}>{text}</mark> : <span key={part}>{text}</span>,
        )}
      </span>
    </>
  );
  return (
    <li
      className={classes.turn}
      data-speaker={turn.speaker ?? undefined}
      data-found={isFound || undefined}
      aria-current={isHeard || undefined}
    >
      {canSeek && turn.from !== null ? (
        <button
          type="button"
          className={classes.said}
          tabIndex={isStop ? 0 : -1}
          onClick={(event) => onPress(index, pressedCharacter(event))}
        >
          {content}
        </button>
      ) : (
        <div className={classes.said}>{content}</div>
      )}
    </li>
  );
});

/** Follows the recording; a press on a word plays from there. One stop of the keyboard, arrow keys move inside. */
export function Transcript({
  turns,
  position,
  duration,
  onPlayFrom,
}: {
  turns: readonly TranscriptTurn[];
  /** Seconds, as all places here. */
  position: number;
  duration: number;
  /** Null without a recording. */
  onPlayFrom: ((seconds: number) => void) | null;
}) {
  const title = useId();
  const list = useRef<HTMLOListElement>(null);
  const isUsed = useRef(false);
  const [query, setQuery] = useState('');
  const [place, setPlace] = useState(0);
  const [stop, setStop] = useState<number | null>(null);
  const found = useMemo(() => foundTurns(turns, query), [turns, query]);
  const heard = position > 0 ? turnAt(turns, position * 1000) : null;
  const shownFound = found[place] ?? null;
  const isTimed = onPlayFrom !== null && turns.some(({ from }) => from !== null);
  const tabStop = stop ?? shownFound ?? heard ?? 0;
  useEffect(() => {
    if (heard !== null && list.current && !isUsed.current) show(list.current, heard);
  }, [heard]);
  const goTo = (next: number, among = found) => {
    if (among.length === 0) return;
    const at = (next + among.length) % among.length;
    setPlace(at);
    setStop(null);
    if (list.current) show(list.current, among[at] ?? 0);
  };
  const latest = useRef({ turns, duration, onPlayFrom });
  useEffect(() => {
    latest.current = { turns, duration, onPlayFrom };
  });
  const press = useCallback((index: number, character: number | null) => {
    const { turns: all, duration: end, onPlayFrom: play } = latest.current;
    const time = timeOfCharacter(all, index, character ?? 0, end * 1000);
    setStop(index);
    if (time !== null) play?.(time / 1000);
  }, []);
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const end = new AbortController();
    const { signal } = end;
    element.addEventListener('pointerenter', () => (isUsed.current = true), { signal });
    element.addEventListener('pointerleave', () => (isUsed.current = false), { signal });
    element.addEventListener(
      'keydown',
      (event) => {
        const buttons = [...element.querySelectorAll<HTMLButtonElement>('button')];
        const at = buttons.findIndex((button) => button === event.target);
        const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
        if (to === undefined || at < 0) return;
        event.preventDefault();
        const button = buttons[Math.min(buttons.length - 1, Math.max(0, to))];
        button?.focus();
        setStop([...element.children].findIndex((item) => button !== undefined && item.contains(button)));
      },
      { signal },
    );
    return () => end.abort();
  }, []);
  return (
    <section aria-labelledby={title} className={classes.transcript}>
      <Group justify="space-between" gap="xs">
        <Text component="h3" id={title} size="sm" fw={600} m={0}>
          Transcript
        </Text>
        <Group gap={4} wrap="nowrap" className={classes.find ?? ''}>
          <TextInput
            size="sm"
            role="searchbox"
            aria-label="Find in transcript"
            placeholder="Find"
            value={query}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            leftSection={<IconSearch size={14} aria-hidden />}
            className={classes.field ?? ''}
            onChange={(event) => {
              const typed = event.currentTarget.value;
              setQuery(typed);
              goTo(0, foundTurns(turns, typed));
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault();
                goTo(place + (event.shiftKey ? -1 : 1));
              }
              if (event.key !== 'Escape' || query === '') return;
              event.stopPropagation();
              setQuery('');
            }}
          />
          {query.trim() === '' ? null : (
            <>
              <Text size="sm" c="dimmed" role="status" className={classes.count ?? ''}>
                {found.length === 0 ? 'Not found' : `${place + 1} of ${found.length}`}
              </Text>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                className={classes.step ?? ''}
                aria-label="Previous place"
                disabled={found.length === 0}
                onClick={() => goTo(place - 1)}
              >
                <IconChevronUp size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                className={classes.step ?? ''}
                aria-label="Next place"
                disabled={found.length === 0}
                onClick={() => goTo(place + 1)}
              >
                <IconChevronDown size={16} aria-hidden />
              </ActionIcon>
            </>
          )}
        </Group>
      </Group>
      <ol
        ref={list}
        className={classes.turns}
        aria-label="What was said"
        // without buttons the list itself scrolls by keyboard
        tabIndex={isTimed ? -1 : 0}
      >
        {turns.map((turn, index) => (
          <Said
            // turns have no identity but their place
            key={index}
            turn={turn}
            index={index}
            isHeard={index === heard}
            isFound={index === shownFound}
            isStop={index === tabStop}
            query={query}
            canSeek={onPlayFrom !== null}
            onPress={press}
          />
        ))}
      </ol>
    </section>
  );
}

/** For a player's `below`; nothing without a transcript. */
export const transcriptBelow =
  (turns: readonly TranscriptTurn[]): NonNullable<ComponentProps<typeof Player>['below']> =>
  ({ position, duration, playFrom }) =>
    turns.length === 0 ? null : (
      <Transcript turns={turns} position={position} duration={duration} onPlayFrom={playFrom} />
    );
