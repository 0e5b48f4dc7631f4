import {
  Alert,
  Anchor,
  Button,
  Group,
  NativeSelect,
  Skeleton,
  Stack,
  Table,
  Text,
  Textarea,
} from '@mantine/core';
import { counted, thousands } from '@mailcall/contract/rules/rates.ts';
import { scoreFieldOf } from '@mailcall/contract/rules/score-fields.ts';
import { type AgreementField, agreementFields } from '@mailcall/contract/rules/second-pass.ts';
import { teamMayUse } from '@mailcall/contract/rules/team-roles.ts';
import type { OwnScoringQuality, ScoringQuality, SecondPass } from '@mailcall/contract/score-quality.ts';
import { dateFormats } from '@mailcall/contract/time/date-format.ts';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { paths } from '../../paths.ts';
import { explanationOf } from '../../platform/api.ts';
import { useSession } from '../../platform/session-store.ts';
import { Answer } from '../../ui/answer.tsx';
import { dateAndTime } from '../../ui/dates.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import {
  type Days,
  keep,
  type ListedState,
  ownQualityQuery,
  passesQuery,
  qualityQuery,
  refresh,
} from './api.ts';
import { PassDrawer } from './pass-drawer.tsx';
import classes from './quality-page.module.css';
import {
  disputesText,
  droppedText,
  fieldRows,
  kappaText,
  leaningText,
  mostDisputedText,
  nobodyText,
  passesText,
  shareText,
} from './quality-texts.ts';

export function QualityPage() {
  const isLead = teamMayUse('scoring-lead', useSession()?.team ?? []);
  const [days, setDays] = useState<Days>(90);
  return (
    <div className={classes.page}>
      <div>
        <PageLink to={paths.scoring} search={{}} icon={IconArrowLeft}>
          Scoring
        </PageLink>
        <PageHeading title="Quality" />
      </div>
      <NativeSelect
        label="Period"
        className={classes.select ?? ''}
        value={days}
        onChange={({ currentTarget: { value } }) => setDays(Number(value) as Days)}
        data={[
          { value: '30', label: 'Last 30 days' },
          { value: '90', label: 'Last 90 days' },
          { value: '365', label: 'Last 365 days' },
        ]}
      />
      {isLead && <Team days={days} />}
      <Own days={days} />
    </div>
  );
}

function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = `quality-${title.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {hint !== undefined && (
        <Text size="sm" c="dimmed" mb="xs" maw={680}>
          {hint}
        </Text>
      )}
      {children}
    </section>
  );
}

function Figures({
  label,
  heads,
  rows,
}: {
  label: string;
  heads: readonly string[];
  rows: readonly { key: string; cells: readonly string[] }[];
}) {
  return (
    <div className={classes.table}>
      <Table verticalSpacing="xs" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head, place) => (
              <Table.Th key={head} className={place === 0 ? '' : (classes.value ?? '')}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, cells }) => (
            <Table.Tr key={key}>
              {cells.map((cell, place) =>
                place === 0 ? (
                  <Table.Th key={heads[place]} scope="row" className={classes.name ?? ''}>
                    {cell}
                  </Table.Th>
                ) : (
                  <Table.Td key={heads[place]} className={classes.value ?? ''} data-head={heads[place]}>
                    {cell}
                  </Table.Td>
                ),
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

type Agreement = Pick<OwnScoringQuality, 'calls' | 'share' | 'kappa'>;
const agreementHeads = ['Calls', 'Same answer', 'Kappa'] as const;
const agreementCells = ({ calls, share, kappa }: Agreement) => [
  thousands(calls),
  shareText(share),
  kappaText(kappa, share !== null),
];

const ByField = ({ byField }: Pick<OwnScoringQuality, 'byField'>) =>
  byField.length === 0 ? (
    <Text size="sm" c="dimmed">
      No call was scored by two people in this time.
    </Text>
  ) : (
    <Figures
      label="Agreement by field"
      heads={['Field', ...agreementHeads]}
      rows={byField.map(({ field, ...agreement }) => ({
        key: field,
        cells: [scoreFieldOf(field).label, ...agreementCells(agreement)],
      }))}
    />
  );

const FieldsOfTeam = ({ quality }: { quality: ScoringQuality }) =>
  quality.disputed.length === 0 ? (
    <ByField byField={quality.byField} />
  ) : (
    <>
      <Text size="sm" mb="xs">
        {mostDisputedText(quality.disputed)}{' '}
        <Anchor renderRoot={(props) => <Link to={paths.disputes} {...props} />}>Open disputes</Anchor>
      </Text>
      <Figures
        label="Agreement and disputes by field"
        heads={['Field', ...agreementHeads, 'Disputes']}
        rows={fieldRows(quality).map(({ field, agreement, disputes }) => ({
          key: field,
          cells: [scoreFieldOf(field).label, ...agreementCells(agreement), disputesText(disputes)],
        }))}
      />
    </>
  );

function Team({ days }: { days: Days }) {
  const [field, setField] = useState<AgreementField | null>(null);
  const quality = useQuery(qualityQuery(days, field));
  return (
    <Answer query={quality} skeleton={<Skeleton height="30rem" />}>
      {(data) => (
        <div className={classes.body}>
          <Text aria-live="polite">{passesText(data)}</Text>
          <Section
            title="Answers differently"
            hint="Compared with colleagues about the same calls. Only differences that chance hardly explains are named."
          >
            <Named quality={data} />
          </Section>
          <Section title="Differences">
            <Differences />
          </Section>
          <Section
            title="By field"
            hint="How often two people gave the same answer. Kappa leaves out what chance alone would bring: 0 is chance, 1 is always the same. In parentheses the 95 % interval."
          >
            <FieldsOfTeam quality={data} />
          </Section>
          <Comparisons quality={data} field={field} onField={setField} />
          {data.suggestions !== null && <Suggestions suggestions={data.suggestions} />}
        </div>
      )}
    </Answer>
  );
}

const Named = ({ quality: { named, byPair } }: { quality: ScoringQuality }) =>
  named.length === 0 ? (
    <Text size="sm" c="dimmed">
      {nobodyText(byPair.length)}
    </Text>
  ) : (
    <ul className={classes.list}>
      {named.map((leaning) => (
        <li key={`${leaning.person.id} ${leaning.field}`}>
          <b>{leaning.person.name}</b> {leaningText(leaning)}
        </li>
      ))}
    </ul>
  );

function Suggestions({ suggestions }: { suggestions: NonNullable<ScoringQuality['suggestions']> }) {
  return (
    <Section
      title="Suggestions"
      hint="What became of the model’s suggestions that somebody saw. Accepted: saved as suggested. Corrected: saved otherwise. Ignored: no value saved."
    >
      {suggestions.byField.length > 0 && (
        <Figures
          label="Suggestions by field"
          heads={['Field', 'Suggested', 'Accepted', 'Corrected', 'Ignored', 'Share accepted']}
          rows={suggestions.byField.map(({ field, suggested, accepted, corrected, ignored, share }) => ({
            key: field,
            cells: [
              scoreFieldOf(field).label,
              ...[suggested, accepted, corrected, ignored].map(thousands),
              shareText(share),
            ],
          }))}
        />
      )}
      <Text size="sm" c="dimmed" mt="xs">
        {droppedText(suggestions)}
      </Text>
    </Section>
  );
}

const monthName = dateFormats({ month: 'long', year: 'numeric' });

const perHour = (calls: number | null) => (calls === null ? '–' : calls.toFixed(0));

function Comparisons({
  quality: { byPerson, byPair, byMonth },
  field,
  onField,
}: {
  quality: ScoringQuality;
  field: AgreementField | null;
  onField: (field: AgreementField | null) => void;
}) {
  return (
    <>
      <NativeSelect
        label="People, pairs and months by"
        className={classes.select ?? ''}
        value={field ?? ''}
        onChange={({ currentTarget: { value } }) => onField((value || null) as AgreementField | null)}
        data={[
          { value: '', label: 'All fields' },
          ...agreementFields.map((name) => ({ value: name, label: scoreFieldOf(name).label })),
        ]}
      />
      <Section title="By person">
        <Figures
          label="Speed, corrections and agreement by person"
          heads={['Person', 'Scored', 'Calls an hour', 'Corrected later', ...agreementHeads]}
          rows={byPerson.map(({ person, scored, callsPerHour, corrected, ...agreement }) => ({
            key: person.id,
            cells: [
              person.name,
              thousands(scored),
              perHour(callsPerHour),
              thousands(corrected),
              ...agreementCells(agreement),
            ],
          }))}
        />
      </Section>
      {byPair.length > 0 && (
        <Section title="By pair">
          <Figures
            label="Agreement by pair"
            heads={['Pair', ...agreementHeads]}
            rows={byPair.map(({ people, ...agreement }) => ({
              key: people.map(({ id }) => id).join(' '),
              cells: [people.map(({ name }) => name).join(' and '), ...agreementCells(agreement)],
            }))}
          />
        </Section>
      )}
      {byMonth.length > 0 && (
        <Section title="Over time">
          <Figures
            label="Agreement by month"
            heads={['Month', ...agreementHeads]}
            rows={byMonth.map(({ month, ...agreement }) => ({
              key: month,
              cells: [monthName('UTC').format(new Date(month)), ...agreementCells(agreement)],
            }))}
          />
        </Section>
      )}
    </>
  );
}

const stateTexts: Record<ListedState, string> = {
  differs: 'Waiting for a lead',
  returned: 'Returned',
  decided: 'Decided',
};
const states = Object.keys(stateTexts) as ListedState[];

function Differences() {
  const [state, setState] = useState<ListedState>('differs');
  const [open, setOpen] = useState<string | null>(null);
  const passes = useQuery(passesQuery(state));
  return (
    <Stack gap="sm">
      <Group gap="xs" role="group" aria-label="State">
        {states.map((each) => (
          <Button
            key={each}
            size="compact-md"
            className={classes.state ?? ''}
            variant={each === state ? 'filled' : 'default'}
            aria-pressed={each === state}
            onClick={() => setState(each)}
          >
            {stateTexts[each]}
          </Button>
        ))}
      </Group>
      <Answer
        query={passes}
        skeleton={<Skeleton height="6rem" />}
        isEmpty={(records) => records.length === 0}
        empty={
          <Text size="sm" c="dimmed">
            None.
          </Text>
        }
      >
        {(records) => (
          <ul className={classes.passes}>
            {records.map((pass) => (
              <li key={`${pass.accountId} ${pass.callId}`}>
                <PassLine pass={pass} />
                <Button
                  variant="default"
                  size="compact-md"
                  className={classes.state ?? ''}
                  aria-label={`Compare the scores of ${pass.accountName}, ${dateAndTime(pass.callDateTime, pass.timeZone)}`}
                  onClick={() => setOpen(pass.callId)}
                >
                  Compare
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Answer>
      {open !== null && <PassDrawer callId={open} onClose={() => setOpen(null)} />}
    </Stack>
  );
}

const PassLine = ({ pass }: { pass: SecondPass }) => (
  <div>
    <Text size="sm" fw={500}>
      {pass.differences.map(({ field }) => scoreFieldOf(field).label).join(', ')}
    </Text>
    <Text size="sm" c="dimmed">
      {pass.first.name} and {pass.second.name} · {pass.accountName} ·{' '}
      {dateAndTime(pass.callDateTime, pass.timeZone)}
    </Text>
  </div>
);

function Own({ days }: { days: Days }) {
  const own = useQuery(ownQualityQuery(days));
  return (
    <Answer query={own} skeleton={<Skeleton height="12rem" />}>
      {(data) => (
        <div className={classes.body}>
          {data.returned.length > 0 && (
            <Section
              title="Returned to you"
              hint="A colleague scored these calls too, and answered differently. Listen again, then correct your score or keep it."
            >
              <ul className={classes.passes}>
                {data.returned.map((pass) => (
                  <li key={`${pass.accountId} ${pass.callId}`}>
                    <Returned pass={pass} />
                  </li>
                ))}
              </ul>
            </Section>
          )}
          <Section title="Your scores">
            <dl className={classes.numbers}>
              <OwnNumber name="Scored" value={thousands(data.scored)} />
              <OwnNumber name="Calls an hour" value={perHour(data.callsPerHour)} />
              <OwnNumber name="Corrected later" value={thousands(data.corrected)} />
              <OwnNumber name="Same answers as colleagues" value={shareText(data.share)} />
            </dl>
            <Text size="sm" c="dimmed" mt="xs">
              Only you and leads see these numbers.{' '}
              {`${counted(data.calls, 'call of yours was', 'calls of yours were')} scored by two people.`}
            </Text>
          </Section>
          {data.byField.length > 0 && (
            <Section title="Your agreement by field">
              <ByField byField={data.byField} />
            </Section>
          )}
        </div>
      )}
    </Answer>
  );
}

const OwnNumber = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

function Returned({ pass }: { pass: SecondPass }) {
  const client = useQueryClient();
  const [answer, setAnswer] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useUnsavedInput((answer ?? '') !== '' && !isBusy);
  const send = async (text: string) => {
    setBusy(true);
    setProblem(null);
    try {
      await keep(pass.callId, text);
      toast('success', 'A lead decides now.');
      await refresh(client);
    } catch (error) {
      setProblem(explanationOf(error));
    }
    setBusy(false);
  };
  return (
    <Stack gap="xs" className={classes.returned ?? ''}>
      <Text size="sm" c="dimmed">
        {pass.accountName} · {dateAndTime(pass.callDateTime, pass.timeZone)}
      </Text>
      <Alert color="gray" variant="light" p="xs">
        {pass.note}
      </Alert>
      <ul className={classes.list}>
        {pass.differences.map(({ field, first, second }) => (
          <li key={field}>
            <b>{scoreFieldOf(field).label}</b>: you {first}, a colleague {second}
          </li>
        ))}
      </ul>
      {answer !== null && (
        <Textarea
          label="Why is your score right?"
          description="10 to 500 characters"
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
          value={answer}
          onChange={({ currentTarget: { value } }) => setAnswer(value)}
        />
      )}
      {problem !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      <Group gap="xs">
        {answer === null ? (
          <>
            <Button
              size="compact-md"
              className={classes.state ?? ''}
              renderRoot={(props) => (
                <Link to={paths.scoringCall} search={{ call: pass.callId } as never} {...props} />
              )}
            >
              Listen and correct
            </Button>
            <Button
              size="compact-md"
              className={classes.state ?? ''}
              variant="default"
              onClick={() => setAnswer('')}
            >
              Keep my score
            </Button>
          </>
        ) : (
          <>
            <Button
              size="compact-md"
              className={classes.state ?? ''}
              loading={isBusy}
              onClick={() => void send(answer)}
            >
              Send
            </Button>
            <Button
              size="compact-md"
              className={classes.state ?? ''}
              variant="default"
              onClick={() => setAnswer(null)}
            >
              Cancel
            </Button>
          </>
        )}
      </Group>
    </Stack>
  );
}
