import type { PublicProvider } from '@mailcall/contract/provider.ts';
import { MantineProvider, Stack, Text, Title, useComputedColorScheme } from '@mantine/core';
import { pageTexts } from '../../ui/page-texts.ts';
import { themeOf } from '../../ui/theme.ts';
import { EntranceFrame } from './entrance.tsx';
import { PasswordForm } from './password-form.tsx';

const wholeId = 'login-preview';

/** The login as people of a brand see it, to look at only. */
export function LoginPreview({ provider }: { provider: PublicProvider }) {
  const scheme = useComputedColorScheme();
  const theme = themeOf(provider.colors.primary);
  return (
    <div id={wholeId} data-mantine-color-scheme={scheme}>
      <MantineProvider
        theme={theme}
        forceColorScheme={scheme}
        cssVariablesSelector={`#${wholeId}`}
        getRootElement={() => document.getElementById(wholeId) ?? undefined}
      >
        <EntranceFrame provider={provider} theme={theme} area="div" areaId="login-preview-form">
          <Stack gap="xl">
            <div>
              <Title order={3} size="h1" mb={4}>
                Log in to {provider.name}
              </Title>
              <Text c="dimmed">{pageTexts.identityHint}</Text>
            </div>
            <PasswordForm identifier="" onIdentifier={() => {}} verifying={false} onSignedIn={() => {}} />
          </Stack>
        </EntranceFrame>
      </MantineProvider>
    </div>
  );
}
