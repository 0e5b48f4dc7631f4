-- No query looks for campaigns by their zone: the map reads those of an account.
drop index campaigns_by_zone;
