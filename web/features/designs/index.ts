export { ConceptSelectionPage } from './concept-selection-page.tsx';
export { CampaignReviewPage, DesignReviewPage } from './design-review-page.tsx';
