import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import '@mantine/notifications/styles.css';
import './ui/font/font.css';
import './ui/base.css';
import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { endIdleSession } from './features/session/index.ts';
import { loadConfig } from './platform/config.ts';
import { applyStyleSheets } from './platform/first-paint.ts';
import { createPageRouter } from './routes.tsx';
import { FatalError } from './shell/fatal-error.tsx';
import { watchSession } from './shell/watch-session.ts';
import { providerTheme } from './ui/theme.ts';

const root = createRoot(document.getElementById('root') as HTMLElement);

Promise.all([loadConfig(), applyStyleSheets()]).then(
  async () => {
    // before any request: people who were away too long see the login
    endIdleSession();
    const router = createPageRouter();
    watchSession(router);
    // with the page's files there, it is drawn at once, and in a transition, in short tasks
    await router.load().catch(console.error);
    startTransition(() =>
      root.render(
        <StrictMode>
          <MantineProvider theme={providerTheme()} defaultColorScheme="auto">
            <RouterProvider router={router} />
          </MantineProvider>
        </StrictMode>,
      ),
    );
  },
  () =>
    root.render(
      <MantineProvider theme={providerTheme()} defaultColorScheme="auto">
        <FatalError />
      </MantineProvider>,
    ),
);
