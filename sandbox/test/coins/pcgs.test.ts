import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MarketCoin, type Sandbox, sandboxCoinKeys, startSandbox } from '../../src/index.ts'

const now = () => Date.parse('2026-03-01T12:00:00Z')
let sandbox: Sandbox
let graded: MarketCoin
let raw: MarketCoin

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, coins: { coins: 60, now, quotas: { pcgs: 500 } } })
  const { coins } = sandbox.coins.market
  graded = coins.find(({ certificate }) => certificate !== undefined)!
  raw = coins.find(({ market }) => market === 'raw')!
})
afterAll(() => sandbox.stop())

async function ask(path: string, token: string = sandboxCoinKeys.pcgs.token, at = sandbox) {
  const headers = { authorization: `bearer ${token}` }
  const answer = await fetch(`${at.urls.coinPrices.pcgs}/coindetail/${path}`, { headers })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>) }
}

const byGrade = ({ pcgsNumber, grade }: MarketCoin) =>
  `PCGSNo=${pcgsNumber}&GradeNo=${grade?.match(/\d+/)?.[0] ?? 20}&PlusGrade=false`

describe('PCGS', () => {
  it('has facts by certificate and by grade, with a number for the year', async () => {
    const { body } = await ask(`GetCoinFactsByCertNo/${graded.certificate}?retrieveAllData=true`)
    expect(body).toMatchObject({
      ...{ IsValidRequest: true, PCGSNo: graded.pcgsNumber, CertNo: graded.certificate, Year: graded.year },
      ...{ MintMark: graded.mintMark, Grade: graded.grade!.split(' ')[1], PriceGuideValue: expect.any(Number) },
    })
    expect((await ask(`GetCoinFactsByGrade?${byGrade(graded)}`)).body).toEqual(body)
    const barcode = `GetCoinFactsByBarcode?barcode=00${graded.certificate}&gradingService=PCGS`
    expect((await ask(barcode)).body).toEqual(body)
  })

  it('has auction records by month, with a text for the year', async () => {
    const { body } = await ask(`GetAPRByCertNo/${graded.certificate}`)
    expect(body).toMatchObject({ IsValidRequest: true, Year: String(graded.year) })
    const records = body!.AuctionList as { Date: string; Price: number; CertNo: null }[]
    expect(records).toHaveLength(sandbox.coins.market.auctionRecords(graded).length)
    for (const record of records) {
      expect(record.Date).toMatch(/^(0[1-9]|1[0-2])-20\d\d$/)
      expect(record.Price).toBeGreaterThan(0)
      expect(record.CertNo).toBeNull()
    }
    const few = await ask(`GetAPRByGrade?${byGrade(graded)}&NumberOfRecords=2`)
    expect(few.body!.AuctionList).toEqual(records.slice(0, 2))
  })

  it('has a guide value of 0, and null or no records, for a grade without prices', async () => {
    expect((await ask(`GetCoinFactsByGrade?${byGrade(raw)}`)).body).toMatchObject({ PriceGuideValue: 0 })
    const { body } = await ask(`GetAPRByGrade?${byGrade(raw)}`)
    expect(body!.AuctionList ?? []).toEqual([])
  })

  it.each([
    ['GetCoinFactsByCertNo/99999999', true, 'No data found'],
    ['GetCoinFactsByGrade?PCGSNo=1&GradeNo=65', true, 'No data found'],
    ['GetCoinFactsByCertNo/abc', false, 'Invalid request parameters'],
    ['GetCoinFactsByGrade?PCGSNo=7000&GradeNo=71', false, 'Invalid request parameters'],
    ['GetAPRByGrade?PCGSNo=7000&GradeNo=65&NumberOfRecords=0', false, 'Invalid request parameters'],
  ])('states the failure of %s in a body of status 200', async (path, isValid, message) => {
    expect(await ask(path)).toEqual({ status: 200, body: { IsValidRequest: isValid, ServerMessage: message } })
  })

  it('answers 204 to an empty request, 401 to another token and 500 to an expired one', async () => {
    expect((await ask('GetCoinFactsByGrade')).status).toBe(204)
    expect((await ask('GetCoinFactsByBarcode')).status).toBe(204)
    expect((await ask('GetCoinFactsByCertNo/1', 'another')).status).toBe(401)
    expect((await ask('GetCoinFactsByCertNo/1', sandboxCoinKeys.pcgsExpired.token)).status).toBe(500)
  })

  it('answers 500 now and then where it is told to, and 429 beyond its quota', async () => {
    const other = await startSandbox({ port: 0, coins: { now, pcgsErrorEvery: 3, quotas: { pcgs: 4 } } })
    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push((await ask('GetCoinFactsByCertNo/99999999', undefined, other)).status)
    expect(statuses).toEqual([200, 200, 500, 200, 429])
    expect(other.coins.requests('pcgs').refused).toBe(1)
    await other.stop()
  })
})
