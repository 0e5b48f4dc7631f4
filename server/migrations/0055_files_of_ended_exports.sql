-- An erasure noted the file of an export that was being written as removed before it was there. The maintenance looks for them once more.
update exports set removed_at = null where delivery = 'mailed' and ready_at is null and failed_at is not null and removed_at is not null;
