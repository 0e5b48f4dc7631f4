export { PeoplePage } from './people-page.tsx';
export { TeamPage } from './team-page.tsx';
