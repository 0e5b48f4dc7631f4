import { Group, MantineProvider, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { config } from '../../platform/config.ts';
import { BrandMark, brandName } from '../../ui/brand.tsx';
import { FlashArea } from '../../ui/flash-area.tsx';
import { providerTheme } from '../../ui/theme.ts';
import classes from './entrance.module.css';
import { ReferralPanel } from './referral-panel.tsx';

const darkAreaId = 'entrance-form';

export function Entrance({ children }: { children: ReactNode }) {
  const { referral } = config().provider;
  return (
    <div className={classes.page}>
      <main id={darkAreaId} className={classes.form} data-mantine-color-scheme="dark">
        <MantineProvider
          theme={providerTheme()}
          forceColorScheme="dark"
          cssVariablesSelector={`#${darkAreaId}`}
          getRootElement={() => document.getElementById(darkAreaId) ?? undefined}
        >
          <div className={classes.inner}>
            <Group gap="xs" mb={40}>
              <BrandMark size={36} />
              <Text fw={700} size="xl">
                {brandName()}
              </Text>
            </Group>
            <div className={classes.flash}>
              <FlashArea />
            </div>
            {children}
          </div>
        </MantineProvider>
      </main>
      {referral && <ReferralPanel offer={referral} />}
    </div>
  );
}
