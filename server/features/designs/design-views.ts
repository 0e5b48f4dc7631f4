import type { Design } from '@mailcall/contract/designs.ts';
import { mailingStep, stepsOfMailings } from '../campaigns/index.ts';
import type { Viewer } from '../identity/index.ts';
import { type CampaignRecord, viewOfCampaign } from './campaign-review.ts';
import type { DesignDependencies } from './dependencies.ts';
import { type DesignRecord, findDesigns } from './design-records.ts';
import { stepOnOwnPage } from './design-step.ts';
import { noDesign } from './locked-design.ts';
import { presentDesign } from './present-design.ts';

type ViewDependencies = Pick<DesignDependencies, 'database' | 'imageAddresses'>;

/** @throws {Problem} 404 */
export async function readDesign(
  { database }: Pick<ViewDependencies, 'database'>,
  viewer: Viewer,
  id: string,
): Promise<DesignRecord> {
  const [design] = await findDesigns(database.kysely, viewer.accountIds, [id]);
  if (!design) throw noDesign();
  return design;
}

export async function viewsOnOwnPages(
  { database, imageAddresses: images }: ViewDependencies,
  viewer: Viewer,
  designs: readonly DesignRecord[],
): Promise<Design[]> {
  const mailings = await stepsOfMailings(database.kysely, designs);
  return designs.map((design, index) =>
    presentDesign(design, {
      viewer,
      images,
      nextStep: stepOnOwnPage(design, mailings[index] ?? []),
      campaign: null,
    }),
  );
}

/** @throws {Problem} 404 */
export async function viewOnOwnPage(
  dependencies: ViewDependencies,
  viewer: Viewer,
  id: string,
): Promise<Design> {
  const [design] = await viewsOnOwnPages(dependencies, viewer, [await readDesign(dependencies, viewer, id)]);
  if (!design) throw noDesign();
  return design;
}

/** Null if the campaign has no design. */
export async function viewInCampaign(
  dependencies: ViewDependencies,
  viewer: Viewer,
  campaign: CampaignRecord,
): Promise<Design | null> {
  const [reviewed] = campaign.state.designs;
  if (!reviewed) return null;
  return presentDesign(await readDesign(dependencies, viewer, reviewed.id), {
    viewer,
    images: dependencies.imageAddresses,
    nextStep: mailingStep(campaign.state).nextStep,
    campaign: viewOfCampaign(campaign),
  });
}
