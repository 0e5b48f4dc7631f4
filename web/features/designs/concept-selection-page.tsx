import type { Design, Side } from '@mailcall/contract/designs.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { Button, Group, Switch, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { paths } from '../../paths.ts';
import { useAddress, useChangeAddress } from '../../platform/address.ts';
import { Failed } from '../../ui/answer.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { designsQuery, isNotFound } from './api.ts';
import {
  selectableConcepts,
  type ConceptChoice,
  conceptChoiceFromAddress,
  singleSelectableConcept,
  selectionRequest,
} from './concept-choice.ts';
import { ClosedChoice } from './closed-choice.tsx';
import { ConceptChoiceCard, FaceChoice } from './concept-card.tsx';
import classes from './concepts.module.css';
import { ConfirmConcept } from './confirm-concept.tsx';
import { RedirectToStart } from './design-review-page.tsx';
import { FacePreview } from './face-preview.tsx';
import { BackToMailings } from './review-head.tsx';
import { sidesOf } from './review-state.ts';
import { useMailingsOf } from './use-mailings-of.ts';
import { VideoLink } from './video-link.tsx';
import { conceptSteps, Walkthrough } from './walkthrough.tsx';

export function ConceptSelectionPage() {
  const choice = conceptChoiceFromAddress(useAddress());
  const mailings = useMailingsToChooseFor(choice);
  return (
    <>
      <BackToMailings mailings={mailings} />
      <header className={classes.head}>
        <div className={classes.names}>
          <PageHeading title="Design Concepts" />
          {/* same height while loading */}
          <Text size="sm" c="dimmed" mih="1.25rem" truncate>
            {mailings.length > 0 && `For ${mailings.map(({ title }) => title).join(', ')}`}
          </Text>
        </div>
        {choice.designIds.length > 0 && (
          <Group gap="sm">
            <VideoLink />
            <Walkthrough title="How to choose a concept" steps={conceptSteps} />
          </Group>
        )}
      </header>
      {choice.designIds.length === 0 ? (
        <div role="status">
          <EmptyCard text={messages.noConceptsSelected} />
        </div>
      ) : (
        <Concepts choice={choice} />
      )}
    </>
  );
}

function useMailingsToChooseFor({ designIds, campaignIds }: ConceptChoice) {
  const { data: designs = [] } = useQuery({ ...designsQuery(designIds), enabled: designIds.length > 0 });
  const { mailings: all } = useMailingsOf(designs);
  const named = all.filter(({ id }) => campaignIds.includes(id));
  return named.length > 0 ? named : all;
}

function Concepts({ choice }: { choice: ConceptChoice }) {
  const answer = useQuery(designsQuery(choice.designIds));
  // only on load, because after a choice the page navigates by itself
  const decided = useRef(false);
  const navigate = useNavigate();
  const only = answer.data ? singleSelectableConcept(answer.data) : null;
  useEffect(() => {
    if (!answer.data || decided.current) return;
    decided.current = true;
    if (only) void navigate({ to: paths.design(only.accountId, only.id), replace: true });
  }, [answer.data, only, navigate]);
  if (answer.isPending || (only && !decided.current)) return <PageLoading />;
  if (answer.isError) {
    return isNotFound(answer.error) ? (
      <RedirectToStart />
    ) : (
      <Failed error={answer.error} onRetry={() => void answer.refetch()} />
    );
  }
  const designs = selectableConcepts(answer.data);
  return designs.length > 0 ? (
    <Choosing choice={choice} designs={designs} />
  ) : (
    <NothingToChoose designs={answer.data} />
  );
}

interface Previewed {
  design: Design;
  side: Side;
}

function Preview({ previewed, onClose }: { previewed: Previewed | null; onClose: () => void }) {
  const version = previewed?.design.currentVersion;
  if (!version) return null;
  return (
    <FacePreview
      title={previewed.design.name}
      version={version}
      sides={sidesOf(version)}
      first={previewed.side}
      onClose={onClose}
    />
  );
}

function NothingToChoose({ designs }: { designs: readonly Design[] }) {
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  return (
    <>
      <ClosedChoice designs={designs} onPreview={(design, side) => setPreviewed({ design, side })} />
      <Preview previewed={previewed} onClose={() => setPreviewed(null)} />
    </>
  );
}

function Choosing({ choice, designs }: { choice: ConceptChoice; designs: readonly Design[] }) {
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const [confirming, setConfirming] = useState(false);
  const { split } = choice;
  const selection = selectionRequest(choice, designs);
  const button = split ? 'Choose this combination' : 'Choose this concept';
  const Options = split ? CombinationOptions : ConceptOptions;
  return (
    <>
      <Group justify="space-between" gap="sm" mb="md">
        <Title order={2} size="h4">
          {split ? 'Choose a design combination.' : 'Choose a design concept.'}
        </Title>
        {designs.length > 1 && <CombineSwitch choice={choice} />}
      </Group>
      <Options choice={choice} designs={designs} onPreview={setPreviewed} />
      <div className={classes.foot}>
        <Text size="sm" c="dimmed">
          {chosenText(choice, designs)}
        </Text>
        <Button h={44} disabled={selection === null} onClick={() => setConfirming(true)}>
          {button}
        </Button>
      </div>
      <Preview previewed={previewed} onClose={() => setPreviewed(null)} />
      {confirming && selection && (
        <ConfirmConcept
          button={button}
          selection={selection}
          designs={designs}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

/** Choices add no history step: Back leaves the page and does not return after the choice. */
const inPlace = { replace: true };

function CombineSwitch({ choice: { split, front, back } }: { choice: ConceptChoice }) {
  const change = useChangeAddress();
  return (
    <Switch
      className={classes.switch ?? ''}
      label="Combine a front and a back"
      checked={split}
      onChange={(event) =>
        change(
          event.currentTarget.checked
            ? { mode: 'split', front: front ?? undefined, back: back ?? undefined, concept: undefined }
            : { mode: undefined, front: undefined, back: undefined, concept: front ?? undefined },
          inPlace,
        )
      }
    />
  );
}

interface OptionsProps {
  choice: ConceptChoice;
  designs: readonly Design[];
  onPreview: (previewed: Previewed) => void;
}

function ConceptOptions({ choice, designs, onPreview }: OptionsProps) {
  const change = useChangeAddress();
  return (
    <fieldset className={classes.set}>
      <legend className={classes.hidden}>Concepts</legend>
      <div className={classes.grid}>
        {designs.map((design) => (
          <ConceptChoiceCard
            key={design.id}
            design={design}
            chosen={choice.front === design.id}
            onChoose={() => change({ concept: design.id }, inPlace)}
            onPreview={(side) => onPreview({ design, side })}
          />
        ))}
      </div>
    </fieldset>
  );
}

function CombinationOptions({ choice, designs, onPreview }: OptionsProps) {
  const change = useChangeAddress();
  return (['front', 'back'] as const).map((side) => (
    <FaceChoice
      key={side}
      side={side}
      designs={designs}
      chosen={choice[side]}
      onChoose={(id) => change({ [side]: id }, inPlace)}
      onPreview={(design) => onPreview({ design, side })}
    />
  ));
}

function chosenText({ split, front, back }: ConceptChoice, designs: readonly Design[]): string {
  const name = (id: string | null) => designs.find((design) => design.id === id)?.name;
  const [one, other] = [name(front), name(back)];
  if (!split) return one ?? 'Nothing is chosen yet.';
  if (one && other) return one === other ? `Both sides of ${one}` : `Front of ${one}, back of ${other}`;
  if (one) return `Front of ${one}; now choose a back.`;
  return other ? `Back of ${other}; now choose a front.` : 'Nothing is chosen yet.';
}
