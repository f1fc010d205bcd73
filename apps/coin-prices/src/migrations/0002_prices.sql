-- One offer, sale or guide entry. Of two with one dedupe_key the higher match_strength wins, and a tie keeps the row. The last_…
-- columns are the price as last seen, which is what the coin is valued by.
create table price_points (
  id bigint generated always as identity primary key,
  intake_id bigint not null references coin_intakes on delete cascade,
  source_id bigint not null references source,
  dedupe_key text not null,
  price_type text not null check (price_type in ('sold', 'ask', 'bid', 'guide')),
  price_cents bigint not null check (price_cents >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  hammer_cents bigint,
  premium_cents bigint,
  shipping_cents bigint,
  tax_cents bigint,
  day date not null,
  title text not null,
  url text,
  external_id text,
  match_strength float8 not null check (match_strength between 0 and 1),
  match_reasons jsonb not null default '[]',
  -- why it is no price of the coin. Null: it is one
  mismatch text,
  -- by a person
  excluded_at timestamptz,
  -- where the row comes from: scrape job 12, import 3
  origin text not null,
  last_price_type text not null,
  last_price_cents bigint not null,
  last_shipping_cents bigint,
  last_day date not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  unique (intake_id, source_id, dedupe_key)
);
create index price_points_source on price_points (source_id);

-- The prices of a listing that changed its price, the first one included, each with its day. The last one of a day stands.
create table price_point_changes (
  price_point_id bigint not null references price_points on delete cascade,
  day date not null,
  price_type text not null,
  price_cents bigint not null,
  shipping_cents bigint,
  primary key (price_point_id, day)
);

create function keep_changed_price() returns trigger language plpgsql as $$
begin
  insert into coin_prices.price_point_changes as c (price_point_id, day, price_type, price_cents, shipping_cents)
  values (old.id, old.last_day, old.last_price_type, old.last_price_cents, old.last_shipping_cents)
  on conflict (price_point_id, day) do nothing;
  insert into coin_prices.price_point_changes as c (price_point_id, day, price_type, price_cents, shipping_cents)
  values (new.id, new.last_day, new.last_price_type, new.last_price_cents, new.last_shipping_cents)
  on conflict (price_point_id, day) do update
    set price_type = excluded.price_type, price_cents = excluded.price_cents, shipping_cents = excluded.shipping_cents;
  return new;
end $$;
create trigger keep_changed_price before update on price_points for each row
  when (old.last_price_cents is distinct from new.last_price_cents
        or old.last_shipping_cents is distinct from new.last_shipping_cents
        or old.last_price_type is distinct from new.last_price_type)
  execute function keep_changed_price();

-- What one unit of a currency was worth in another on a day.
create table exchange_rates (
  from_currency text not null check (from_currency ~ '^[A-Z]{3}$'),
  to_currency text not null check (to_currency ~ '^[A-Z]{3}$'),
  day date not null,
  rate numeric(21, 12) not null check (rate > 0),
  primary key (from_currency, to_currency, day)
);

-- What a coin is worth: one row for each intake, from its first moment on.
create table valuations (
  intake_id bigint primary key references coin_intakes on delete cascade,
  status text not null default 'too-few-points' check (status in ('valued', 'too-few-points')),
  -- which prices the figures come from. Sold and asking prices are never mixed
  basis text check (basis in ('sold', 'ask')),
  currency text not null,
  low_cents bigint,
  fair_cents bigint,
  high_cents bigint,
  confidence float8 not null default 0,
  points_used int not null default 0,
  points_left_out int not null default 0,
  -- [{ id, reason }]
  left_out jsonb not null default '[]',
  -- ids of points
  used jsonb not null default '[]',
  -- [{ id, cents, rate, day }] of points in other currencies
  conversions jsonb not null default '[]',
  valued_at timestamptz,
  -- points have changed since then, and it is not valued again yet
  stale_since timestamptz,
  next_at timestamptz not null default now() + interval '1 day',
  check ((status = 'valued') = (fair_cents is not null and low_cents is not null and high_cents is not null and basis is not null))
);
create index valuations_due on valuations (next_at);
create index valuations_stale on valuations (stale_since) where stale_since is not null;

-- Each valuation that differs from the one before.
create table valuation_history (
  id bigint generated always as identity primary key,
  intake_id bigint not null references coin_intakes on delete cascade,
  status text not null,
  basis text,
  currency text not null,
  low_cents bigint,
  fair_cents bigint,
  high_cents bigint,
  confidence float8 not null,
  points_used int not null,
  valued_at timestamptz not null
);
create index valuation_history_of_coin on valuation_history (intake_id, valued_at);

-- A new coin is due at each source at once, and has a valuation that says that there are no prices yet.
create function begin_intake() returns trigger language plpgsql as $$
begin
  insert into coin_prices.collection (intake_id, source_id)
  select new.id, s.id from coin_prices.source s where s.name <> 'csv-import';
  insert into coin_prices.valuations (intake_id, currency) values (new.id, new.currency);
  return null;
end $$;
create trigger begin_intake after insert on coin_intakes for each row execute function begin_intake();

-- What identifies a coin has changed: it is looked for again, and what is known is valued again.
create function change_intake() returns trigger language plpgsql as $$
begin
  update coin_prices.collection set next_at = now() where intake_id = new.id and next_at > now();
  update coin_prices.valuations set stale_since = coalesce(stale_since, now()) where intake_id = new.id;
  return null;
end $$;
create trigger change_intake after update on coin_intakes for each row
  when ((old.issuer, old.denomination, old.year, old.mint_mark, old.series, old.title, old.grade, old.certificate, old.pcgs_number,
         old.numista_number, old.km_number, old.currency)
        is distinct from
        (new.issuer, new.denomination, new.year, new.mint_mark, new.series, new.title, new.grade, new.certificate, new.pcgs_number,
         new.numista_number, new.km_number, new.currency))
  execute function change_intake();

-- Access tokens, shared by all workers. One worker at a time fetches: it holds the lease, and no transaction is open meanwhile.
create table oauth_tokens (
  source text not null,
  scope text not null,
  -- a hash of what it was granted for: other credentials, another token
  credentials text not null,
  token text,
  expires_at timestamptz,
  lease text,
  lease_until timestamptz,
  -- the service has refused the credentials: nothing is asked until then
  refusal text,
  refused_until timestamptz,
  primary key (source, scope)
);

-- A rule: a notice when the value of a coin has moved by at least a percentage. Without a coin, it is for each coin of the collector.
create table alerts (
  id bigint generated always as identity primary key,
  collector_id bigint not null references collector on delete cascade,
  intake_id bigint references coin_intakes on delete cascade,
  percent float8 not null check (percent > 0 and percent <= 1000),
  -- called with each notice. Null: notices are in the application alone
  webhook_url text,
  created_at timestamptz not null default now()
);
create index alerts_of_collector on alerts (collector_id, id);
create index alerts_of_coin on alerts (intake_id);

-- The value that moves of a coin are measured from, by one rule.
create table alert_references (
  alert_id bigint not null references alerts on delete cascade,
  intake_id bigint not null references coin_intakes on delete cascade,
  fair_cents bigint not null,
  currency text not null,
  basis text not null,
  primary key (alert_id, intake_id)
);
create index alert_references_of_coin on alert_references (intake_id);

-- What a rule has noticed.
create table alert_notices (
  id bigint generated always as identity primary key,
  alert_id bigint not null references alerts on delete cascade,
  intake_id bigint not null references coin_intakes on delete cascade,
  message jsonb not null,
  created_at timestamptz not null default now(),
  -- the webhook has accepted it
  delivered_at timestamptz
);
create index alert_notices_of_alert on alert_notices (alert_id, id);
create index alert_notices_of_coin on alert_notices (intake_id);
