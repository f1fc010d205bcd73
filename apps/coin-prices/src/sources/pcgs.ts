import { type AllowPrivate, defineSource, type FetchAnswer, PermanentError } from 'pawl'
import { z } from 'zod'
import { cacheKey } from '../coin/cache-key.ts'
import type { Coin } from '../coin/coin.ts'
import { parseGrade } from '../coin/parse-grade.ts'
import type { CertifiedCoin, CoinSource, CollectInput, ListingPage } from './coin-source.ts'
import { auctionListing, guideListing } from './pcgs/pcgs-listings.ts'
import { auctionList, coinFacts, type PcgsAnswer, pcgsAnswer } from './pcgs/pcgs-shapes.ts'
import { badAnswer } from './shared/bad-answer.ts'
import { circuit } from './shared/circuit.ts'
import { readEach } from './shared/read-each.ts'
import { readJson } from './shared/read-json.ts'

const name = 'pcgs'

export type PcgsOptions = {
  /** Default: https://api.pcgs.com/publicapi. */
  readonly url: string
  readonly token: string
  readonly allowPrivate: AllowPrivate
  readonly userAgent: string
  readonly cacheTtlMs: number | undefined
}

/** Price guide and auction records of PCGS, by its Public API. */
export function pcgs(options: PcgsOptions): CoinSource {
  const { token, url, cacheTtlMs, allowPrivate, userAgent } = options
  const call = async (ask: CollectInput['ask'], path: string, key: string): Promise<FetchAnswer> => {
    const answer = await ask(`${url}/coindetail/${path}`, {
      headers: { authorization: `bearer ${token}` },
      cacheKey: key,
    })
    if (answer.status === 401) throw new PermanentError(`${name}: the token is refused; check PCGS_TOKEN`)
    if (answer.status === 400)
      throw new PermanentError(`${name}: the query is refused (${path}); check the coin's numbers`)
    if (answer.status !== 200 && answer.status !== 204) throw badAnswer(name, 'facts of a coin', answer)
    return answer
  }
  return {
    name,
    title: 'PCGS',
    priceTypes: ['guide', 'sold'],
    definition: defineSource({
      ...{ name, requestsPerMinute: 60, burst: 24, circuit, allowPrivate, userAgent, maxDeferrals: 10_000 },
      quota: { calls: 1_000, at: '00:00', zone: 'UTC' },
      ...(cacheTtlMs === undefined ? {} : { cache: { ttlMs: cacheTtlMs, policy: 'ttl' } }),
    }),
    whyNot: ({ certificate, catalogue, grade }) =>
      certificate !== undefined || (catalogue?.pcgs !== undefined && grade?.number !== undefined)
        ? undefined
        : 'PCGS needs a certificate number, or a PCGS number and a grade with its number',
    async *collect({ ask, coin, today }) {
      const key = (what: string) => `${cacheKey(name, coin)}|${selector(coin)}|${what}`
      const facts = body(await call(ask, factsPath(coin), key('facts')), coin)
      yield guideOf(facts, coin, today)
      const records = body(await call(ask, recordsPath(coin), key('records')), coin)
      const { AuctionList } = auctionList.parse(records)
      yield readEach(AuctionList ?? [], z.unknown(), (entry) => auctionListing(entry, coin))
    },
    async lookUp({ ask }, certificate) {
      const answer = await call(ask, certPath(certificate), `${name}|certificate|${certificate}`)
      const found = answer.status === 204 ? undefined : readJson(name, answer, pcgsAnswer)
      if (found === undefined || isEmpty(found)) return null
      return certified(found, certificate)
    },
  }
}

const certPath = (certificate: string) => `GetCoinFactsByCertNo/${encodeURIComponent(certificate)}?retrieveAllData=true`

function selector({ certificate, catalogue, grade }: Coin): string {
  return certificate ?? `${catalogue?.pcgs}|${grade?.number}|${grade?.isPlus === true}`
}

function byGrade({ catalogue, grade }: Coin): URLSearchParams {
  return new URLSearchParams({
    ...{
      PCGSNo: catalogue?.pcgs ?? '',
      GradeNo: String(grade?.number ?? ''),
      PlusGrade: String(grade?.isPlus === true),
    },
  })
}

function factsPath(coin: Coin): string {
  return coin.certificate === undefined ? `GetCoinFactsByGrade?${byGrade(coin)}` : certPath(coin.certificate)
}

function recordsPath(coin: Coin): string {
  if (coin.certificate !== undefined) return `GetAPRByCertNo/${encodeURIComponent(coin.certificate)}`
  const query = byGrade(coin)
  query.set('NumberOfRecords', '100')
  return `GetAPRByGrade?${query}`
}

/** PCGS states failures in bodies of status 200. */
function body(answer: FetchAnswer, coin: Coin): PcgsAnswer {
  if (answer.status === 204) throw unknownCoin(coin)
  const read = readJson(name, answer, pcgsAnswer)
  if (read.IsValidRequest === false) {
    throw new PermanentError(
      `${name}: the query is refused (${read.ServerMessage ?? 'no message'}); check the coin's numbers`,
    )
  }
  if (isEmpty(read)) throw unknownCoin(coin)
  return read
}

const isEmpty = ({ ServerMessage }: PcgsAnswer) => /no data found/i.test(ServerMessage ?? '')

function unknownCoin(coin: Coin): PermanentError {
  return new PermanentError(`${name}: PCGS knows no coin ${selector(coin)}; check its certificate or PCGS number`)
}

/** A guide price is for one grade. A coin without a grade has none. */
function guideOf(facts: PcgsAnswer, coin: Coin, today: string): ListingPage {
  const read = coinFacts.safeParse(facts)
  if (!read.success) return { listings: [], warnings: [`facts: ${read.error.issues[0]?.message}`] }
  const listing = guideListing(read.data, coin, today)
  return { listings: listing === undefined ? [] : [listing], warnings: [] }
}

function certified(found: PcgsAnswer, certificate: string): CertifiedCoin {
  const { Year, MintMark, Denomination, SeriesName, Name, Grade, PCGSNo } = coinFacts.parse(found)
  const gradeText = Grade === undefined ? undefined : `PCGS ${Grade}`
  return {
    certificate,
    year: Year,
    mintMark: MintMark,
    denomination: Denomination,
    series: SeriesName,
    title: Name,
    gradeText,
    grade: gradeText === undefined ? undefined : parseGrade(gradeText),
    catalogue: PCGSNo === undefined ? undefined : { pcgs: PCGSNo },
  }
}
