import { messages } from '@mailcall/contract/rules/messages.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { paths } from '../../paths.ts';
import { currentSession } from '../../platform/session-store.ts';
import { usePageTitle } from '../../ui/page-heading.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { clearReturnPath } from './return-path.ts';
import { endSession } from './sign-in.ts';

export function LogoutScreen() {
  const navigate = useNavigate();
  const started = useRef(false);
  usePageTitle('Logging off');
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const end = async () => {
      if (currentSession()) {
        clearReturnPath();
        await endSession();
      }
      await navigate({ to: paths.login, replace: true });
    };
    void end();
  }, [navigate]);
  return (
    <main>
      <PageLoading fullScreen text={messages.loggingOff} />
    </main>
  );
}
