import type { FigureName } from '@mailcall/contract/rules/figure-texts.ts';
import {
  type Icon,
  IconCalendarCheck,
  IconPercentage,
  IconPhone,
  IconPhoneOutgoing,
  IconPhoneX,
  IconSparkles,
} from '@tabler/icons-react';

const icons: Record<FigureName, { FigureGlyph: Icon; color: string }> = {
  all: { FigureGlyph: IconPhone, color: 'var(--mantine-color-dimmed)' },
  opportunity: { FigureGlyph: IconSparkles, color: 'var(--mailcall-opportunity)' },
  appointments: { FigureGlyph: IconCalendarCheck, color: 'var(--mailcall-appointment)' },
  conversion: { FigureGlyph: IconPercentage, color: 'var(--mantine-color-dimmed)' },
  missed: { FigureGlyph: IconPhoneX, color: 'var(--mailcall-missed)' },
  followUp: { FigureGlyph: IconPhoneOutgoing, color: 'var(--mailcall-follow-up)' },
};

export function FigureIcon({ figure }: { figure: FigureName }) {
  const { FigureGlyph, color } = icons[figure];
  return <FigureGlyph size={18} stroke={1.75} color={color} aria-hidden />;
}
