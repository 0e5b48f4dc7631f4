import type { Side } from '@mailcall/contract/designs.ts';
import { Alert, Button, Text } from '@mantine/core';

/** Says in a confirmation which sides of a postcard were not looked at, and leads to the first of them. */
export function UnseenSides({ sides, onLook }: { sides: readonly Side[]; onLook: (side: Side) => void }) {
  const [first] = sides;
  if (first === undefined) return null;
  return (
    <Alert color="yellow" variant="light" role="status">
      <Text size="sm" mb="xs">
        You have not looked at the {sides.join(' or the ')} in full size yet.
      </Text>
      <Button variant="default" h={44} onClick={() => onLook(first)}>
        Look at the {first === 'front' ? 'Front' : 'Back'}
      </Button>
    </Alert>
  );
}
