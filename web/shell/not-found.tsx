import { Button, Center, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { PageHeading } from '../ui/page-heading.tsx';

export function NotFound() {
  return (
    <Center mih="60dvh" p="md">
      <Stack align="center" gap="sm">
        <PageHeading title="Page not found" size="h3" />
        <Text c="dimmed" ta="center">
          There is no page at this address. The link may be old or mistyped.
        </Text>
        <Button component={Link} to={paths.home}>
          Go to the campaigns
        </Button>
      </Stack>
    </Center>
  );
}
