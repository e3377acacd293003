-- What has moved the balance at the payment gateway: payments, refunds, disputes, fees and payouts, as the gateway lists them.
create table gateway_movements (
  gateway text not null,
  -- The gateway's own id of it.
  id text not null,
  -- The gateway's word for accountants, such as charge, refund, payout.
  category text not null,
  currency text not null,
  -- Minor units; the balance has grown by the amount less the fee.
  amount bigint not null,
  fee bigint not null,
  occurred_at timestamptz not null,
  -- Its day in the seller's time zone.
  booked_on date not null,
  primary key (gateway, id)
);
create index gateway_movements_by_day on gateway_movements (gateway, booked_on, id);

-- Everything before it was read.
create table gateway_marks (
  gateway text primary key,
  read_until timestamptz not null
);
