-- Sales to buyers outside the European Union, which the seller's country does not tax.
-- wider: billing_documents.billing_documents_tax_kind_check
alter table billing_documents drop constraint billing_documents_tax_kind_check;
alter table billing_documents add constraint billing_documents_tax_kind_check
  check (tax_kind in ('standard', 'reverse_charge', 'small_business', 'outside_scope')) not valid;
alter table billing_documents validate constraint billing_documents_tax_kind_check;
