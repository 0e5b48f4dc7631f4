import { Alert, Button, Skeleton, Text } from '@mantine/core';
import type { SavedOffice } from '@mailcall/contract/provider-offices.ts';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { paths } from '../../paths.ts';
import { useAddress, useChangeAddress } from '../../platform/address.ts';
import { explanationOf } from '../../platform/api.ts';
import { useSession } from '../../platform/session-store.ts';
import { Answer } from '../../ui/answer.tsx';
import { ConfirmActions, Dialog } from '../../ui/dialog.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { toast } from '../../ui/toast.tsx';
import { OfficeBrand } from '../branding/index.ts';
import { officeQuery, refetchOffices, sendArchive } from './api.ts';
import { AreasSection } from './areas-section.tsx';
import { MergeOffice } from './merge-office.tsx';
import { OfficeForm } from './office-form.tsx';
import { mergeParameter, notChosen } from './office-texts.ts';
import { RowsSection } from './rows-section.tsx';
import classes from './provider-offices.module.css';

/** A new office without an id. */
export function OfficePage({ id }: { id: string | null }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const query = useQuery({ ...officeQuery(id ?? ''), enabled: id !== null });
  const isMerging = useAddress()[mergeParameter] !== undefined;
  const openedId = query.data?.office.id;
  useEffect(() => {
    // a link to an office that was merged into this one
    if (id === null || openedId === undefined || openedId === id) return;
    void navigate({ to: paths.providerOffice(openedId), replace: true });
  }, [id, openedId, navigate]);
  const name = query.data?.office.name ?? 'Office';
  const title = isMerging ? `Merge ${name}` : name;
  const note = (saved: SavedOffice) => client.setQueryData(officeQuery(saved.office.id).queryKey, saved);
  return (
    <div className={classes.page}>
      <div>
        <PageLink to={paths.providerSection('offices')} search={{}} icon={IconArrowLeft}>
          Offices
        </PageLink>
        {/* takes the focus again when the page changes */}
        <PageHeading key={String(isMerging)} title={id === null ? 'New office' : title} />
      </div>
      {id === null ? (
        <OfficeForm
          saved={null}
          onSaved={(saved) => {
            note(saved);
            void navigate({ to: paths.providerOffice(saved.office.id), replace: true });
          }}
        />
      ) : (
        <Answer query={query} skeleton={<Skeleton height="30rem" />}>
          {(saved) =>
            isMerging ? (
              <MergeOffice id={saved.office.id} />
            ) : (
              <>
                <Facts saved={saved} />
                <OfficeBrand officeId={saved.office.id} hasGroup={saved.row.values.parent_id !== null} />
                <OfficeForm saved={saved} onSaved={note} />
                <AreasSection saved={saved} />
                <RowsSection officeId={saved.office.id} list="lines" />
                <RowsSection officeId={saved.office.id} list="staff" />
              </>
            )
          }
        </Answer>
      )}
    </div>
  );
}

function Facts({ saved: { office, row } }: { saved: SavedOffice }) {
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const changeAddress = useChangeAddress();
  const isOperator = useSession()?.team.includes('operator') ?? false;
  const archive = useMutation({
    mutationFn: (archived: boolean) => sendArchive(office.id, archived),
    onSuccess: (_, archived) => {
      toast('success', archived ? `${office.name} is archived.` : `${office.name} is back.`);
      // who works for chosen offices does not see it here any more
      if (archived) void navigate({ to: paths.providerSection('offices') });
      void refetchOffices();
    },
  });
  const ids = row.isMadeHere ? row.feedIds : [office.id, ...row.feedIds];
  return (
    <div className={classes.head}>
      <Text size="sm" c="dimmed">
        {row.isMadeHere && 'Made here. '}
        {ids.length > 0 && `In the feed: ${ids.join(', ')}.`}
      </Text>
      <div className={classes.presses}>
        {isOperator && (
          <Button variant="default" h={44} onClick={() => changeAddress({ [mergeParameter]: notChosen })}>
            Merge into another office…
          </Button>
        )}
        {office.isArchived ? (
          <Button variant="default" h={44} loading={archive.isPending} onClick={() => archive.mutate(false)}>
            Bring back
          </Button>
        ) : (
          <Button variant="default" h={44} onClick={() => setAsked(true)}>
            Archive
          </Button>
        )}
      </div>
      {office.isArchived && (
        <Alert color="orange" variant="light" className={classes.wide ?? ''}>
          {archive.isError ? explanationOf(archive.error) : 'Archived: nobody of this office sees it.'}
        </Alert>
      )}
      {isAsked && (
        <Dialog title={`Archive ${office.name}?`} onClose={() => setAsked(false)}>
          <Text size="sm">
            It leaves lists and figures, and its people no longer see it. Nothing is lost: an operator can
            bring it back.
          </Text>
          <ConfirmActions
            label="Archive"
            problem={archive.isError ? explanationOf(archive.error) : null}
            isBusy={archive.isPending}
            onConfirm={() => archive.mutate(true)}
            onCancel={() => setAsked(false)}
          />
        </Dialog>
      )}
    </div>
  );
}
