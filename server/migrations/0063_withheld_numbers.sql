-- Whether a caller's number stands for one that the network withholds, such as 7378742833, which is RESTRICTED on a keypad. The rule
-- isWithheldNumber of contract/rules/phone.ts says the same; a test compares them.
create function is_withheld_number(number text) returns boolean language sql immutable parallel safe
return lower(regexp_replace(
    regexp_replace(regexp_replace(regexp_replace(number, '^.*<', ''), '^[ \t]*(?:sips?|tel):', '', 'i'), '[@;>].*$', ''),
    '[^A-Za-z0-9]', '', 'g'))
  ~ '^(?:1?(?:266696687|7378742833|7378742883|86282452253|7748283|2562533|72974663|8656696|464|0{10})|0+|(?:anonymous|restricted|unavailable|private|blocked|unknown|withheld|hidden|suppressed|pay|phone|out|of|area|not|available|no|caller|number|id)+)$';

-- Such calls have no number from now on, as they come from the feed. Copies of the calls and lists are made anew.
update account_version set version = version + 1, epoch = epoch + 1 where account_id in (
  select account_id from calls where is_withheld_number(caller_phone_number)
  union select account_id from appointments where is_withheld_number(phone));
update calls set caller_phone_number = null where is_withheld_number(caller_phone_number);
update appointments set phone = null where is_withheld_number(phone);

-- The keys of the numbers that are left stay as they are, so the indexes need no rebuilding.
create or replace function caller_key(number text) returns text language sql immutable parallel safe
return case
  when is_withheld_number(number) then null
  -- a number with another country's code can have ten digits too
  when number !~ '^\s*\+\s*[2-9]' and regexp_replace(number, '[^0-9]', '', 'g') ~ '^1?[0-9]{10}$' then
    case
      when right(regexp_replace(number, '[^0-9]', '', 'g'), 10) ~ '^[2-9]'
        and right(regexp_replace(number, '[^0-9]', '', 'g'), 10) !~ '^([0-9])\1{9}$'
      then '+1' || right(regexp_replace(number, '[^0-9]', '', 'g'), 10)
    end
  when number ~ '^\s*\+\s*[2-9]' and regexp_replace(number, '[^0-9]', '', 'g') ~ '^[0-9]{8,15}$'
    and regexp_replace(number, '[^0-9]', '', 'g') !~ '^([0-9])\1+$'
  then '+' || regexp_replace(number, '[^0-9]', '', 'g')
end;
