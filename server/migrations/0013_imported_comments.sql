-- Comments of the feed counted as changed when they were imported. Those that nobody changed in the portal since have
-- revision 1 and no contact as their author.
update review_comments set modified_at = created_at where author_contact_id is null and revision = 1;
