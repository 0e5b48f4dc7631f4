import { Alert, Button, Group, Kbd, NativeSelect, Text } from '@mantine/core';
import type { CallbackEntry } from '@mailcall/contract/callbacks.ts';
import { callbackKindTexts } from '@mailcall/contract/rules/callbacks.ts';
import { IconAlertCircle } from '@tabler/icons-react';
import classes from './caller-panel.module.css';
import { canBeCalled, type CallerControls, resultsFor, waitsForCall } from './use-caller-controls.ts';

export function CallResults({ entry, controls }: { entry: CallbackEntry; controls: CallerControls }) {
  const { sent, act, reached } = controls;
  return (
    <>
      {sent !== null && sent.failure !== null && <NotSaved controls={controls} />}
      {waitsForCall(entry) && (
        <section className={classes.results} aria-label="Result of the call">
          {resultsFor(entry).map((result) => (
            <Button
              key={result.key}
              variant={'reached' in result ? 'light' : 'default'}
              justify="space-between"
              rightSection={
                <Kbd size="xs" className={classes.key} aria-hidden>
                  {result.key}
                </Kbd>
              }
              loading={'kind' in result && sent?.kind === result.kind && sent.saving}
              aria-keyshortcuts={result.key}
              className={classes.result}
              onClick={() => ('kind' in result ? act(result.kind) : reached(result.reached))}
            >
              {result.label}
            </Button>
          ))}
          {canBeCalled(entry) ? (
            <TryAgain controls={controls} />
          ) : (
            <Text size="sm" className={classes.tryAgain}>
              There is no number to call. If you reached the caller, choose Booked or Reached. Otherwise
              choose No callback needed.
            </Text>
          )}
        </section>
      )}
    </>
  );
}

function TryAgain({ controls: { tries, chosen, choose, act, sent } }: { controls: CallerControls }) {
  const snoozes = chosen !== undefined && chosen.until !== null;
  return (
    <div className={classes.tryAgain}>
      <NativeSelect
        label="Try again"
        description="After voicemail or no answer, the caller comes back then."
        inputWrapperOrder={['label', 'input', 'description']}
        value={chosen?.choice}
        onChange={(event) => choose(event.currentTarget.value)}
        className={classes.until}
      >
        {tries.map((one) => (
          <option key={one.choice} value={one.choice}>
            {one.label}
          </option>
        ))}
      </NativeSelect>
      <Button
        variant="default"
        loading={sent?.kind === 'snooze' && sent.saving}
        // not disabled, to keep the focus
        aria-disabled={snoozes ? undefined : true}
        data-disabled={snoozes ? undefined : true}
        className={classes.snooze}
        onClick={() => act('snooze')}
      >
        Snooze
      </Button>
    </div>
  );
}

export function NotSaved({ controls: { sent, retry, discard } }: { controls: CallerControls }) {
  if (sent === null) return null;
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertCircle aria-hidden />}
      title={`“${callbackKindTexts[sent.kind]}” is not saved`}
    >
      <Text size="sm">{sent.failure}</Text>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" className={classes.small} onClick={retry}>
          Try Again
        </Button>
        <Button size="compact-sm" variant="default" className={classes.small} onClick={discard}>
          Discard
        </Button>
      </Group>
    </Alert>
  );
}
