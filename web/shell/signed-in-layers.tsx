import { Notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { IdleWarning } from '../features/session/index.ts';
import { paths } from '../paths.ts';

export function SignedInLayers() {
  const navigate = useNavigate();
  return (
    <>
      <Notifications position="bottom-left" autoClose={5000} />
      <IdleWarning onLogout={() => void navigate({ to: paths.logout, search: {} })} />
    </>
  );
}
