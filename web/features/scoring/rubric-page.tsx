import { Button, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { scoreFieldNames, type ScoreFieldName, scoreFieldOf } from '@mailcall/contract/rules/score-fields.ts';
import { maxRubricText, type OwnRubric } from '@mailcall/contract/rules/score-rubric.ts';
import { teamMayUse } from '@mailcall/contract/rules/team-roles.ts';
import { wordingOf } from '@mailcall/contract/rules/wording.ts';
import { IconArrowLeft, IconPencil } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { paths } from '../../paths.ts';
import { explanationOf } from '../../platform/api.ts';
import { useSession } from '../../platform/session-store.ts';
import { Answer } from '../../ui/answer.tsx';
import { formatInstantDay } from '../../ui/dates.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { type RubricAnswer, rubricQuery, sendRubric } from './api.ts';
import classes from './rubric-page.module.css';
import { RubricTexts } from './rubric-texts.tsx';

const wording = wordingOf(null);

export function RubricPage() {
  const rubric = useQuery({ ...rubricQuery(), refetchOnMount: 'always' });
  return (
    <div className={classes.page}>
      <div>
        <PageLink to={paths.scoring} search={{}} icon={IconArrowLeft}>
          Scoring
        </PageLink>
        <PageHeading title="Rubric" />
      </div>
      <Answer query={rubric} skeleton={<Skeleton height="20rem" />}>
        {(data) => <Fields rubric={data} />}
      </Answer>
    </div>
  );
}

const versionText = ({ version, changedBy, changedAt }: RubricAnswer) =>
  changedAt === null
    ? `Version ${version}, as Mailcall ships it.`
    : `Version ${version}, changed${changedBy === null ? '' : ` by ${changedBy}`} on ${formatInstantDay(changedAt)}.`;

function Fields({ rubric }: { rubric: RubricAnswer }) {
  const [edited, setEdited] = useState<ScoreFieldName | null>(null);
  const mayEdit = teamMayUse('scoring-lead', useSession()?.team ?? []);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" maw={620}>
        {versionText(rubric)} Each score records the version that was on the screen.
      </Text>
      {scoreFieldNames.map((field) => (
        <section key={field} aria-labelledby={`rubric-${field}`} className={classes.field}>
          <div className={classes.head}>
            <h2 id={`rubric-${field}`}>{scoreFieldOf(field).label}</h2>
            {rubric.own?.fields[field] !== undefined && <span className={classes.own}>Your text</span>}
            {mayEdit && edited !== field && (
              <Button
                variant="subtle"
                size="compact-sm"
                className={classes.edit ?? ''}
                leftSection={<IconPencil size={14} aria-hidden />}
                aria-label={`Edit ${scoreFieldOf(field).label}`}
                onClick={() => setEdited(field)}
              >
                Edit
              </Button>
            )}
          </div>
          {edited === field ? (
            <EditField field={field} rubric={rubric} onDone={() => setEdited(null)} />
          ) : (
            <RubricTexts rubric={rubric.fields[field]} wording={wording} />
          )}
        </section>
      ))}
    </Stack>
  );
}

const inputs = ['counts', 'doesNotCount', 'first', 'second'] as const;
const labels: Record<(typeof inputs)[number], string> = {
  counts: 'Counts',
  doesNotCount: 'Does not count',
  first: 'First example',
  second: 'Second example',
};

function EditField({
  field,
  rubric,
  onDone,
}: {
  field: ScoreFieldName;
  rubric: RubricAnswer;
  onDone: () => void;
}) {
  const client = useQueryClient();
  const { counts, doesNotCount, examples } = rubric.fields[field];
  const [start] = useState({ counts, doesNotCount, first: examples[0], second: examples[1] });
  const [texts, setTexts] = useState(start);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isChanged = inputs.some((name) => texts[name] !== start[name]);
  const close = useUnsavedInput(isChanged && !isBusy);
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    const own: OwnRubric = {
      version: (rubric.own?.version ?? 0) + 1,
      fields: {
        ...rubric.own?.fields,
        [field]: {
          counts: texts.counts,
          doesNotCount: texts.doesNotCount,
          examples: [texts.first, texts.second],
        },
      },
    };
    try {
      const saved = await sendRubric(own);
      client.setQueryData(rubricQuery().queryKey, saved);
      toast('success', `Saved as version ${saved.version}.`);
      onDone();
    } catch (error) {
      setProblem(explanationOf(error));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack gap="sm" mt="xs">
        {inputs.map((name, index) => (
          <Textarea
            key={name}
            label={labels[name]}
            autosize
            minRows={2}
            maxLength={maxRubricText}
            data-autofocus={index === 0 || undefined}
            value={texts[name]}
            onChange={({ currentTarget: { value } }) => setTexts((before) => ({ ...before, [name]: value }))}
          />
        ))}
        {problem !== null && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
        <Group gap="xs">
          <Button type="submit" loading={isBusy}>
            Save as a new version
          </Button>
          <Button variant="default" onClick={() => close(onDone)}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
