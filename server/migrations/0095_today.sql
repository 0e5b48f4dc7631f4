-- A person can choose Today, or the campaigns, as their start page instead of a view.
alter table start_pages alter column view_id drop not null;
alter table start_pages add column page text check (page in ('today', 'campaigns'));
alter table start_pages add constraint start_pages_one check ((view_id is null) <> (page is null));
