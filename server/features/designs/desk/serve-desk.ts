import * as desk from '@mailcall/contract/provider-designs.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database.ts';
import { notValid } from '../../../platform/http/problems.ts';
import type { RouteServer } from '../../../platform/http/serve.ts';
import type { Viewer } from '../../identity/index.ts';
import { HeldBodies, readEditedRows } from '../../ingest/index.ts';
import { requireTeamAccount } from '../../team/index.ts';
import type { DesignDependencies } from '../dependencies.ts';
import { mailingsOfCampaigns } from '../design-mailings.ts';
import { findDesigns } from '../design-records.ts';
import { noDesign } from '../locked-design.ts';
import { presentDesign } from '../present-design.ts';
import { addDesign, addDesignVersion, answerComment, editDesign, sendDesign } from './change-designs.ts';
import { changedAreas } from './changed-areas.ts';
import { facesOfFile, type StoredFace } from './check-file.ts';
import { findDeskDesign, readConcepts, readDeskDesigns } from './desk-designs.ts';
import { readChoices } from './office-choices.ts';

/** Bytes of files that are arriving. */
const heldBytes = 3 * desk.maxDesignFile;

async function storeImages(
  database: Queryable,
  accountId: string,
  faces: readonly StoredFace[],
): Promise<void> {
  await database
    .insertInto('images')
    .values(
      faces.map(({ image }) => ({
        account_id: accountId,
        id: image.id,
        original_key: image.originalKey,
        preview_key: image.previewKey,
        thumbnail_key: image.thumbnailKey,
        media_type: image.mediaType,
        bytes: image.bytes,
        width: image.width,
        height: image.height,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function readSending(database: Queryable, { id, accountId }: { id: string; accountId: string }) {
  const { rows } = await sql<{
    at: Date;
    by: string;
    reviewers: { id: string; name: string }[];
    dueOn: string | null;
    remindDays: number | null;
  }>`
    select review.sent_at as at, coalesce((select name from contacts where id = review.sent_by_id), '') as by,
      to_char(review.due_on, 'YYYY-MM-DD') as "dueOn", review.remind_days as "remindDays",
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', coalesce(nullif(name, ''), email, id)) order by name), '[]')
        from contacts where id = any(review.reviewer_ids) and not deleted) as reviewers
    from design_reviews review where review.account_id = ${accountId} and review.design_id = ${id}
    order by review.sent_at desc limit 1`.execute(database);
  const [last] = rows;
  return last ? { ...last, at: last.at.toISOString() } : null;
}

export function serveDesk(routes: RouteServer<Viewer>, dependencies: DesignDependencies): void {
  const { database, clock, files, provider, imageAddresses: images } = dependencies;
  const { kysely } = database;
  const held = new HeldBodies(heldBytes);
  const changeBy = (viewer: Viewer) => ({ dependencies, viewer, now: clock.now() });

  routes.serve(desk.deskDesigns, async ({ viewer, query: { search, state, page } }) =>
    readDeskDesigns({ database: kysely, images }, viewer, { search, state, page }),
  );

  routes.serve(desk.deskOfficeChoices, async ({ viewer, params }) => ({
    ...(await readChoices(kysely, viewer, params.accountId)),
    formats: provider.formats,
  }));

  routes.serve(desk.checkDesignFile, async ({ viewer, query, request }) => {
    const { accountId, designId, side } = query;
    requireTeamAccount(viewer, accountId);
    const format = provider.formats.find(({ name }) => name === query.format);
    if (!format) throw notValid({ format: 'Choose a format.' });
    const found = designId === undefined ? null : await findDeskDesign(kysely, viewer, designId);
    if (found && found.accountId !== accountId) throw noDesign();
    const faces = await held.hold(request, { bytes: desk.maxDesignFile, time: minutes(5) }, (content) =>
      facesOfFile(content, files, { format, side }),
    );
    await storeImages(kysely, accountId, faces);
    const [design] = found ? await findDesigns(kysely, new Set([accountId]), [found.id]) : [];
    const current = design?.versions[0];
    return {
      faces: await Promise.all(
        faces.map(async ({ side: of, image, doubts }) => ({
          image: image.id,
          url: images.urlOf({ accountId, imageId: image.id, rendition: 'preview' }),
          width: image.width,
          height: image.height,
          side: of,
          doubts,
          changed: await changedAreas({ database: kysely, files }, accountId, {
            before: current?.[of]?.image,
            after: image.id,
          }),
        })),
      ),
    };
  });

  routes.serve(desk.addDesign, async ({ viewer, body }) => ({ id: await addDesign(changeBy(viewer), body) }));
  routes.serve(desk.addDesignVersion, async ({ viewer, params, body }) => ({
    id: await addDesignVersion(changeBy(viewer), params.id, body),
  }));
  routes.serve(desk.sendDesign, async ({ viewer, params, body }) => ({
    id: await sendDesign(changeBy(viewer), params.id, body),
  }));
  routes.serve(desk.editDesign, async ({ viewer, params, body }) => ({
    id: await editDesign(changeBy(viewer), params.id, body),
  }));
  routes.serve(desk.answerDesignComment, async ({ viewer, params, body }) => ({
    id: await database.transaction((transaction) =>
      answerComment(transaction, { viewer, now: clock.now() }, params, body),
    ),
  }));

  routes.serve(desk.deskDesign, async ({ viewer, params }) => {
    const { id, accountId, state } = await findDeskDesign(kysely, viewer, params.id);
    const [design] = await findDesigns(kysely, new Set([accountId]), [id]);
    const [row] = await readEditedRows(kysely, 'designs', [id]);
    if (!design || !row) throw noDesign();
    const [current, before] = design.versions;
    const changedOn = (side: 'front' | 'back') =>
      changedAreas({ database: kysely, files }, accountId, {
        before: before?.[side]?.image,
        after: current?.[side]?.image,
      });
    const shown = (values: Record<string, string | null>) =>
      Object.fromEntries(
        Object.entries(values).filter(([column]) => desk.editedDesignColumns.includes(column)),
      );
    return {
      design: presentDesign(
        // the office's drafts are its own
        { ...design, comments: design.comments.filter(({ status }) => status !== 'Draft') },
        { viewer, images, nextStep: null, campaign: null, ofDesk: true },
      ),
      state,
      values: shown(row.values),
      feedSays: shown(row.feedSays),
      mailings: await mailingsOfCampaigns(kysely, accountId, design.campaign_ids),
      concepts: await readConcepts(kysely, { id, accountId, campaignIds: design.campaign_ids }),
      sent: await readSending(kysely, { id, accountId }),
      changed: { front: await changedOn('front'), back: await changedOn('back') },
    };
  });
}
