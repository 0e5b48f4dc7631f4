-- Which system added a value over HTTP: one system can add only so many.
alter table dimension_values add column system text;
