-- An answer with new tokens can be lost on its way. The previous refresh token goes on working until an access token of the present
-- generation was used; the generation that was lost is skipped, and who has its tokens after all has stolen them.
alter table sessions add column refresh_confirmed boolean not null default true;
alter table sessions add column refresh_skipped integer[] not null default '{}';
