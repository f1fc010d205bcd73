import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

const find = statement('cache_find')
const load = statement('cache_load')
const keep = statement('cache_keep')
const refresh = statement('cache_refresh')
const drop = statement('cache_drop')
const take = statement('cache_flight_take')
const end = statement('cache_flight_end')
const open = statement('cache_flight_open')
const look = statement('cache_look')
const tidy = statement('cache_tidy')

/** Of an entry and of a flight. Both are hashes. */
export type CachePlace = { readonly key: Buffer; readonly variant: Buffer }

export type CachedAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** Of the body, as it was sent. */
  readonly bytes: number
}

export type CacheEntry = CachedAnswer & {
  /** Of the body. */
  readonly version: string
  readonly revalidates: boolean
}

export type Found = {
  /** Only if it is fresh. */
  readonly entry: CacheEntry | undefined
  /** The names of the headers that count for this key; undefined while it has no entry. */
  readonly vary: string | undefined
  readonly flight: 'none' | 'taken' | 'open'
}

export async function findEntry(runner: Runner, { key, variant }: CachePlace): Promise<Found> {
  const [row] = await runner.run(find, [key, variant])
  return { entry: row.version === null ? undefined : entryOf(row), vary: row.vary ?? undefined, flight: row.flight }
}

export type LoadedEntry = CacheEntry & {
  readonly isFresh: boolean
  /** It may stand in for a source that fails. */
  readonly isUsable: boolean
}

export async function loadEntry(runner: Runner, { key, variant }: CachePlace): Promise<LoadedEntry | undefined> {
  const [row] = await runner.run(load, [key, variant])
  return row === undefined ? undefined : { ...entryOf(row), isFresh: row.fresh, isUsable: row.usable }
}

// biome-ignore lint/suspicious/noExplicitAny: a row
function entryOf({ version, status, headers, body, bytes, revalidates }: any): CacheEntry {
  // a copy, as answers of sources have it: a Buffer is cut in another way, and may share its memory with others
  return { version, status, headers, body: new Uint8Array(body), bytes, revalidates }
}

/** From now on. Both may have passed already. */
export type CacheTimes = { readonly freshMs: number; readonly staleMs: number }

/** What can be revalidated is kept for so long after it went stale. */
const worthAskingMs = 7 * 24 * 60 * 60 * 1000

/** With `openMs` nobody waits for anybody there for so long: it does not serve for long enough. */
export async function keepEntry(
  runner: Runner,
  place: CachePlace & { readonly source: string; readonly vary: string },
  entry: CacheEntry,
  { freshMs, staleMs, openMs }: CacheTimes & { readonly openMs: number | undefined },
): Promise<void> {
  await runner.run(keep, [
    ...[place.key, place.variant, place.source, place.vary, entry.version, entry.status, JSON.stringify(entry.headers)],
    // a view of another kind would be sent as text
    Buffer.from(entry.body.buffer, entry.body.byteOffset, entry.body.byteLength),
    ...[entry.bytes, sizeOf(entry), entry.revalidates, freshMs, staleMs, worthAskingMs, openMs ?? null],
  ])
}

/** The body stands: nothing is done if there is another one by now. */
export async function refreshEntry(
  runner: Runner,
  { key, variant }: CachePlace,
  entry: CacheEntry,
  { freshMs, staleMs }: CacheTimes,
): Promise<void> {
  const { version, headers } = entry
  const values = [key, variant, version, JSON.stringify(headers), sizeOf(entry), freshMs, staleMs, worthAskingMs]
  await runner.run(refresh, values)
}

/** What a row and its places in the indexes take beside headers and body. */
const rowBytes = 500

/** What an answer counts against the limit of its source. */
export function sizeOf({ headers, body }: CachedAnswer): number {
  return body.length + Buffer.byteLength(JSON.stringify(headers)) + rowBytes
}

export async function dropEntry(runner: Runner, { key, variant }: CachePlace): Promise<void> {
  await runner.run(drop, [key, variant])
}

export type Flight = CachePlace & { readonly owner: string }

/** Returns whether it was free. */
export async function takeFlight(runner: Runner, { key, variant, owner }: Flight, ms: number): Promise<boolean> {
  return (await runner.run(take, [key, variant, owner, ms])).length > 0
}

export async function endFlight(runner: Runner, { key, variant, owner }: Flight): Promise<void> {
  await runner.run(end, [key, variant, owner])
}

/** For so long nobody waits for anybody there. */
export async function openFlight(runner: Runner, { key, variant }: CachePlace, ms: number): Promise<void> {
  await runner.run(open, [key, variant, ms])
}

const batch = 1_000
/** In one run; the next goes on. */
const maxBatches = 50
const defaultMaxBytes = 256 * 1024 * 1024

export async function hasCached(runner: Runner): Promise<boolean> {
  return (await runner.run(look))[0].has
}

/** Removes what can serve nobody any more, and what sources have beyond their limit. Returns how many entries. */
export async function tidyCache(runner: Runner, limits: ReadonlyMap<string, number>): Promise<number> {
  let all = 0
  for (let batches = 0; batches < maxBatches; batches++) {
    const values = [[...limits.keys()], [...limits.values()], defaultMaxBytes, batch]
    const [{ gone, surplus, flights }] = await runner.run(tidy, values)
    all += gone + surplus
    if (Math.max(gone, surplus, flights) < batch) break
  }
  return all
}
