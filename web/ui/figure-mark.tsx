import type { FigureName } from '@mailcall/contract/rules/figure-words.ts';
import {
  type Icon,
  IconCalendarCheck,
  IconPercentage,
  IconPhone,
  IconPhoneOutgoing,
  IconPhoneX,
  IconSparkles,
} from '@tabler/icons-react';

const marks: Record<FigureName, { Mark: Icon; colour: string }> = {
  all: { Mark: IconPhone, colour: 'var(--mantine-color-dimmed)' },
  opportunity: { Mark: IconSparkles, colour: 'var(--mailcall-opportunity)' },
  appointments: { Mark: IconCalendarCheck, colour: 'var(--mailcall-appointment)' },
  conversion: { Mark: IconPercentage, colour: 'var(--mantine-color-dimmed)' },
  missed: { Mark: IconPhoneX, colour: 'var(--mailcall-missed)' },
  followUp: { Mark: IconPhoneOutgoing, colour: 'var(--mailcall-follow-up)' },
};

/** The icon of a figure in the colour of what it counts; decoration. */
export function FigureMark({ figure }: { figure: FigureName }) {
  const { Mark, colour } = marks[figure];
  return <Mark size={18} stroke={1.75} color={colour} aria-hidden />;
}
