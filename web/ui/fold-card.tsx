import { Title, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import classes from './fold-card.module.css';
import { type Counted, HowCounted } from './how-counted.tsx';

/**
 * A card with a title; where there is little room (`folds`) a section that opens at a press and says its answer while
 * it is closed.
 */
export function FoldCard({
  title,
  about,
  counted,
  answer,
  folds,
  waits = false,
  children,
}: {
  title: string;
  /** How it is counted. */
  about: ReactNode;
  /** What it is made of, with the way to the rows. */
  counted?: readonly Counted[] | undefined;
  /** The card in a few words, for when it is closed. */
  answer: string | null;
  folds: boolean;
  /** Whether the content is made only when the section is opened: for content that must know its size. */
  waits?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const info = <HowCounted title={title} about={about} counted={counted} />;
  if (!folds) {
    return (
      <section className={classes.card} aria-labelledby={`${id}-title`}>
        <div className={classes.head}>
          <Title order={3} className={classes.title} id={`${id}-title`}>
            {title}
          </Title>
          {info}
        </div>
        <div className={classes.body}>{children}</div>
      </section>
    );
  }
  return (
    <section className={classes.fold} aria-labelledby={`${id}-title`}>
      <div className={classes.foldHead}>
        <Title order={3} className={classes.foldTitle} id={`${id}-title`}>
          <UnstyledButton
            className={classes.toggle}
            aria-expanded={opened}
            aria-controls={`${id}-body`}
            onClick={() => setOpened(!opened)}
          >
            <span>{title}</span>
            {answer !== null && !opened && <span className={classes.answer}>{answer}</span>}
            <IconChevronDown size={18} className={classes.chevron} aria-hidden />
          </UnstyledButton>
        </Title>
        {opened && info}
      </div>
      <div id={`${id}-body`} className={classes.foldBody} data-closed={!opened || undefined}>
        {(opened || !waits) && children}
      </div>
    </section>
  );
}
