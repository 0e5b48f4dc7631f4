import type { PublicProvider } from '@mailcall/contract/provider.ts';
import { Group, MantineProvider, type MantineThemeOverride, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { config } from '../../platform/config.ts';
import { BrandMark } from '../../ui/brand.tsx';
import { FlashArea } from '../../ui/flash-area.tsx';
import { providerTheme } from '../../ui/theme.ts';
import classes from './entrance.module.css';
import { ReferralPanel } from './referral-panel.tsx';

export function Entrance({ children }: { children: ReactNode }) {
  return (
    <EntranceFrame provider={config().provider} theme={providerTheme()} area="main" areaId="entrance-form">
      <div className={classes.flash}>
        <FlashArea />
      </div>
      {children}
    </EntranceFrame>
  );
}

export function EntranceFrame({
  provider: { name, logo, referral },
  theme,
  area: Area,
  areaId,
  children,
}: {
  provider: PublicProvider;
  theme: MantineThemeOverride;
  area: 'main' | 'div';
  areaId: string;
  children: ReactNode;
}) {
  return (
    <div className={classes.page}>
      <Area id={areaId} className={classes.form} data-mantine-color-scheme="dark">
        <MantineProvider
          theme={theme}
          forceColorScheme="dark"
          cssVariablesSelector={`#${areaId}`}
          getRootElement={() => document.getElementById(areaId) ?? undefined}
        >
          <div className={classes.inner}>
            <Group gap="xs" mb={40}>
              <BrandMark size={36} logo={logo} />
              <Text fw={600} size="xl">
                {name}
              </Text>
            </Group>
            {children}
          </div>
        </MantineProvider>
      </Area>
      {referral && <ReferralPanel offer={referral} />}
    </div>
  );
}
