-- Charges go to the database at once: the journal of charges and the claims that it charged are gone. What a start finds in a
-- journal on disk is charged before this runs (src/store/left-journal.ts), so what is left of the claims belongs to the accounts.
select end_claims(null);

drop function apply_charges(text, bigint, json);
drop function claimed(text, text);
drop function end_claims(text[]);
drop function reduce_claim(text, text, text, bigint);
drop function extend_claim(text, text, text, bigint, bigint);
drop index holds_claims;
drop table charge_journals;
