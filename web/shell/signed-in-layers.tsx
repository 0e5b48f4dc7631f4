import { Notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { IdleWarning } from '../features/session/index.ts';
import { paths } from '../paths.ts';
import { useSmallScreen } from '../ui/screen-width.ts';

export function SignedInLayers() {
  const navigate = useNavigate();
  const isSmallScreen = useSmallScreen();
  return (
    <>
      {/* as wide as the menu, so that rows stay in sight */}
      <Notifications position="bottom-left" autoClose={5000} containerWidth={isSmallScreen ? 440 : 226} />
      <IdleWarning onLogout={() => void navigate({ to: paths.logout, search: {} })} />
    </>
  );
}
