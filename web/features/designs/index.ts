export { ConceptSelectionPage } from './concept-selection-page.tsx';
export { CampaignReviewPage, DesignReviewPage } from './design-review-page.tsx';
export { numberedComments } from './review-state.ts';
