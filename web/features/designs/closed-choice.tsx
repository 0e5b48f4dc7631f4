import type { Design, Side } from '@mailcall/contract/designs.ts';
import { isVisibleToCustomer } from '@mailcall/contract/rules/review.ts';
import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { noChoiceReason } from './concept-choice.ts';
import { ConceptCard } from './concept-card.tsx';
import classes from './concepts.module.css';
import { MailingNextSteps } from './mailing-next-steps.tsx';
import { useMailingsOf } from './use-mailings-of.ts';

export function ClosedChoice({
  designs,
  onPreview,
}: {
  designs: readonly Design[];
  onPreview: (design: Design, side: Side) => void;
}) {
  const { mailings, isLoading } = useMailingsOf(designs);
  const visibleDesigns = designs.filter((design) => !design.archived && isVisibleToCustomer(design));
  return (
    <Stack gap="lg">
      <Text role="status">{noChoiceReason(designs)}</Text>
      <MailingNextSteps mailings={mailings} />
      <div className={classes.grid} data-loading={isLoading || undefined}>
        {visibleDesigns.map((design) => (
          <ConceptCard
            key={design.id}
            design={design}
            onPreview={(side) => onPreview(design, side)}
            foot={
              <Anchor
                className={classes.open ?? ''}
                renderRoot={(props) => <Link to={paths.design(design.accountId, design.id)} {...props} />}
              >
                Open {design.name}
              </Anchor>
            }
          />
        ))}
      </div>
    </Stack>
  );
}
