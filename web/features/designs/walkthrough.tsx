import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './walkthrough.module.css';

export interface WalkthroughStep {
  title: string;
  text: string;
  drawing: ReactNode;
}

const card = <rect x="30" y="18" width="180" height="114" rx="6" className={classes.paper} />;
const lines = (
  <>
    <rect x="44" y="32" width="74" height="12" rx="3" className={classes.ink} />
    <rect x="44" y="52" width="100" height="6" rx="3" className={classes.faint} />
    <rect x="44" y="64" width="88" height="6" rx="3" className={classes.faint} />
    <rect x="150" y="32" width="46" height="46" rx="4" className={classes.faint} />
  </>
);
const pin = (x: number, y: number, text: string) => (
  <g transform={`translate(${x} ${y})`}>
    <path d="M0 0V-12A12 12 0 1 1 12 0Z" className={classes.brand} />
    <text x="12" y="-8" textAnchor="middle" className={classes.number}>
      {text}
    </text>
  </g>
);

export const reviewSteps: readonly WalkthroughStep[] = [
  {
    title: 'Look at both sides',
    text: 'Switch between Front and Back above the postcard. Zoom with the buttons, by pinching, or with + and -; drag to move a zoomed postcard.',
    drawing: (
      <>
        {card}
        {lines}
        <rect x="84" y="106" width="36" height="16" rx="5" className={classes.brand} />
        <rect x="122" y="106" width="36" height="16" rx="5" className={classes.faint} />
      </>
    ),
  },
  {
    title: 'Pin what should change',
    text: 'Press the place on the postcard and write what should be different. By keyboard, move the cross-hair with the arrow keys and press Enter.',
    drawing: (
      <>
        {card}
        {lines}
        {pin(92, 60, '1')}
        <rect x="122" y="84" width="92" height="40" rx="6" className={classes.bubble} />
        <rect x="132" y="94" width="66" height="6" rx="3" className={classes.faint} />
        <rect x="132" y="106" width="44" height="6" rx="3" className={classes.faint} />
      </>
    ),
  },
  {
    title: 'Check the next version',
    text: 'Compare it with the previous version: side by side, swiping, or differences. Accept what is done, reject what is not, and reply to explain.',
    drawing: (
      <>
        {card}
        {lines}
        <rect x="120" y="18" width="90" height="114" className={classes.shade} />
        <rect x="118.5" y="10" width="3" height="130" className={classes.brand} />
        {pin(48, 112, '1')}
      </>
    ),
  },
  {
    title: 'Submit your review',
    text: 'Comments are drafts that only your office sees. Request changes sends them to the designers. When no comment is open, you can approve. If that sends the postcard to print, the button says so.',
    drawing: (
      <>
        {card}
        {lines}
        <rect x="70" y="96" width="100" height="24" rx="6" className={classes.brand} />
        <path d="M108 108l8 7 14-14" className={classes.tick} />
      </>
    ),
  },
];

export const conceptSteps: readonly WalkthroughStep[] = [
  {
    title: 'Look at each concept',
    text: 'Press a postcard to see its front and back in full size.',
    drawing: (
      <>
        <rect x="24" y="36" width="90" height="64" rx="5" className={classes.paper} />
        <rect x="126" y="36" width="90" height="64" rx="5" className={classes.paper} />
        <rect x="36" y="48" width="40" height="10" rx="3" className={classes.ink} />
        <rect x="138" y="48" width="66" height="40" rx="3" className={classes.faint} />
      </>
    ),
  },
  {
    title: 'Choose one, or combine two',
    text: 'Choose the concept that you like best. To mix two concepts, turn on Combine a front and a back.',
    drawing: (
      <>
        <rect x="24" y="36" width="90" height="64" rx="5" className={classes.chosen} />
        <rect x="126" y="36" width="90" height="64" rx="5" className={classes.paper} />
        <path d="M56 68l9 8 16-18" className={classes.tickBrand} />
      </>
    ),
  },
  {
    title: 'Confirm',
    text: 'The concepts that you did not choose are archived. Then you review the chosen one and pin what should still change.',
    drawing: (
      <>
        {card}
        {lines}
        {pin(150, 100, '1')}
      </>
    ),
  },
];

export function Walkthrough({ title, steps }: { title: string; steps: readonly WalkthroughStep[] }) {
  const [at, setAt] = useState<number | null>(null);
  const step = at === null ? undefined : steps[at];
  const go = (to: number) => setAt(Math.min(steps.length - 1, Math.max(0, to)));
  return (
    <>
      <Button
        variant="default"
        h={44}
        leftSection={<IconHelp size={18} aria-hidden />}
        onClick={() => setAt(0)}
      >
        Help
      </Button>
      <Modal
        opened={step !== undefined}
        onClose={() => setAt(null)}
        title={title}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
        onKeyDown={(event) => {
          if (at === null) return;
          if (event.key === 'ArrowRight') go(at + 1);
          if (event.key === 'ArrowLeft') go(at - 1);
        }}
      >
        {step && at !== null && (
          <Stack gap="md">
            <svg viewBox="0 0 240 150" className={classes.drawing} aria-hidden>
              {step.drawing}
            </svg>
            <div role="status">
              <Text size="xs" c="dimmed">
                Step {at + 1} of {steps.length}
              </Text>
              <Text fw={600} mb={4}>
                {step.title}
              </Text>
              <Text size="sm">{step.text}</Text>
            </div>
            <Group justify="space-between">
              <Button variant="default" h={44} disabled={at === 0} onClick={() => go(at - 1)}>
                Back
              </Button>
              {at < steps.length - 1 ? (
                <Button h={44} data-autofocus onClick={() => go(at + 1)}>
                  Next
                </Button>
              ) : (
                <Button h={44} onClick={() => setAt(null)}>
                  Done
                </Button>
              )}
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  );
}
