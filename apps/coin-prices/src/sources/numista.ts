import { type AllowPrivate, defineSource, type FetchAnswer, PermanentError } from 'pawl'
import type { z } from 'zod'
import type { Coin } from '../coin/coin.ts'
import { bandOf, type Grade } from '../coin/grade.ts'
import type { Listing } from '../listing/listing.ts'
import { parseAmount } from '../money/parse-amount.ts'
import type { CoinSource, CollectInput } from './coin-source.ts'
import { issueList, priceList, typeList } from './numista/numista-shapes.ts'
import { searchWords } from './search-words.ts'
import { badAnswer } from './shared/bad-answer.ts'
import { circuit } from './shared/circuit.ts'
import { readJson } from './shared/read-json.ts'

const name = 'numista'

export type NumistaOptions = {
  /** Default: https://api.numista.com/v3. */
  readonly url: string
  readonly apiKey: string
  readonly allowPrivate: AllowPrivate
  readonly userAgent: string
  readonly cacheTtlMs: number | undefined
}

/** Catalogue and guide prices by grade, by the Numista API. Its terms do not allow prices to be cached. */
export function numista({ url, apiKey, allowPrivate, userAgent, cacheTtlMs }: NumistaOptions): CoinSource {
  const call = async (ask: CollectInput['ask'], path: string, options: { readonly cache?: boolean } = {}) => {
    const answer = await ask(`${url}${path}`, { headers: { 'numista-api-key': apiKey }, ...options })
    if (answer.status === 401) throw new PermanentError(`${name}: the key is refused; check NUMISTA_API_KEY`)
    if (answer.status === 400) throw new PermanentError(`${name}: the query is refused (${path}); check the coin`)
    if (answer.status !== 200 && answer.status !== 404) throw badAnswer(name, 'a catalogue entry', answer)
    return answer
  }
  return {
    name,
    title: 'Numista',
    priceTypes: ['guide'],
    definition: defineSource({
      ...{ name, requestsPerMinute: 30, burst: 24, circuit, allowPrivate, userAgent, maxDeferrals: 10_000 },
      quota: { calls: 2_000, per: 'month' },
      secretHeaders: ['numista-api-key'],
      ...(cacheTtlMs === undefined ? {} : { cache: { ttlMs: cacheTtlMs, policy: 'ttl' } }),
    }),
    whyNot: (coin) => {
      if (coin.grade === undefined) return 'a guide price is for a grade, and the coin has none'
      if (coin.year === undefined) return 'Numista needs the year of the coin'
      return undefined
    },
    async *collect({ ask, coin, params, today }) {
      const type = coin.catalogue?.numista ?? (await onlyType(await call(ask, typesPath(coin, params.q)), coin))
      const issue = issueOf(known(await call(ask, `/types/${encodeURIComponent(type)}/issues`), `type ${type}`), coin)
      const currency = params.currency ?? 'USD'
      const path = `/types/${encodeURIComponent(type)}/issues/${issue}/prices?currency=${currency}`
      const prices = readJson(name, known(await call(ask, path, { cache: false }), `issue ${issue}`), priceList)
      yield { listings: guideListings(prices, { type, issue, coin, today }), warnings: [] }
    },
  }
}

function typesPath(coin: Coin, q: string | undefined): string {
  const query = new URLSearchParams({ q: q ?? searchWords({ ...coin, year: undefined, grade: undefined }).join(' ') })
  if (coin.issuer !== undefined) query.set('issuer', coin.issuer)
  if (coin.year !== undefined) query.set('year', String(coin.year))
  return `/types?${query}&category=coin&lang=en&count=10`
}

/** A guess among several types would put a wrong price on the coin, so only a single hit counts. */
async function onlyType(answer: FetchAnswer, coin: Coin): Promise<string> {
  const { types } = readJson(name, known(answer, 'type'), typeList)
  if (types.length === 1) return types[0]!.id
  const found = types.slice(0, 5).map(({ id, title }) => `${id} ${title}`)
  const hint = 'set the Numista number of the coin'
  throw new PermanentError(
    types.length === 0
      ? `${name}: no type fits ${searchWords(coin).join(' ')}; ${hint}`
      : `${name}: ${types.length} types fit (${found.join('; ')}); ${hint}`,
  )
}

function known(answer: FetchAnswer, what: string): FetchAnswer {
  if (answer.status !== 404) return answer
  throw new PermanentError(`${name}: there is no ${what}; check the Numista number of the coin`)
}

function issueOf(answer: FetchAnswer, coin: Coin): string {
  const issues = readJson(name, answer, issueList)
  const ofYear = issues.filter(({ year, gregorian_year }) => (gregorian_year ?? year) === coin.year)
  const mint = (coin.mintMark ?? '').toUpperCase()
  const found =
    ofYear.find(({ mint_letter }) => (mint_letter ?? '').toUpperCase() === mint) ??
    (ofYear.length === 1 ? ofYear[0] : undefined)
  if (found !== undefined) return found.id
  throw new PermanentError(
    `${name}: no issue of ${coin.year}${mint === '' ? '' : `-${mint}`}; check year and mint mark`,
  )
}

type Found = { readonly type: string; readonly issue: string; readonly coin: Coin; readonly today: string }

/** Only the price of the coin's own grade: no grade is invented. */
function guideListings(
  { currency, prices }: z.output<typeof priceList>,
  { type, issue, coin, today }: Found,
): readonly Listing[] {
  return prices.flatMap(({ grade, price }) => {
    const stated = gradesOfNumista[grade.toLowerCase()]
    const amount = parseAmount(price, currency)
    if (stated === undefined || amount === undefined || amount.cents === 0) return []
    if (coin.grade === undefined || bandOf(coin.grade) !== bandOf(stated)) return []
    return [
      {
        ...{
          externalId: `guide-${type}-${issue}-${grade}-${currency}`,
          url: `https://en.numista.com/catalogue/pieces${type}.html`,
        },
        ...{ title: `Numista ${type}, ${grade.toUpperCase()}`, priceType: 'guide' as const, price: amount, day: today },
        ...{ grade: stated, isExact: true },
      },
    ]
  })
}

const gradesOfNumista: Readonly<Record<string, Grade>> = {
  ...{ g: { prefix: 'G' }, vg: { prefix: 'VG' }, f: { prefix: 'F' }, vf: { prefix: 'VF' }, xf: { prefix: 'XF' } },
  ...{ au: { prefix: 'AU' }, unc: { prefix: 'MS' } },
}
