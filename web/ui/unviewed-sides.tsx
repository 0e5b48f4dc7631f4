import type { Side } from '@mailcall/contract/designs.ts';
import { Alert, Button, Text } from '@mantine/core';

export function UnviewedSides({ sides, onView }: { sides: readonly Side[]; onView: (side: Side) => void }) {
  const [first] = sides;
  if (first === undefined) return null;
  return (
    <Alert color="yellow" variant="light" role="status">
      <Text size="sm" mb="xs">
        You have not looked at the {sides.join(' or the ')} in full size yet.
      </Text>
      <Button variant="default" h={44} onClick={() => onView(first)}>
        Look at the {first === 'front' ? 'Front' : 'Back'}
      </Button>
    </Alert>
  );
}
