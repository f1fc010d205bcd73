import { expect, test } from 'vitest'
import { parseGrade } from '../../src/coin/parse-grade.ts'
import { createSources } from '../../src/sources/sources.ts'
import { allPages, type Reply, scriptedAsk } from '../support/scripted-ask.ts'

const [pcgs] = createSources({ pcgs: { token: 'secret', url: 'https://pcgs.example/publicapi' } })
const coin = { year: 1881, mintMark: 'S', catalogue: { pcgs: '7130' }, grade: parseGrade('PCGS MS65') }
const facts = {
  ...{ IsValidRequest: true, ServerMessage: 'Request successful', PCGSNo: '7130', Name: '1881-S $1', Year: 1881 },
  ...{ MintMark: 'S', Denomination: '$1', SeriesName: 'Morgan Dollar', Grade: 'MS65', PriceGuideValue: 180 },
}
const records = {
  ...{ IsValidRequest: true, ServerMessage: 'Request successful' },
  AuctionList: [
    { Auctioneer: 'An Auction House', SaleName: 'Winter', LotNo: '12', Date: '02-2026', Price: 192.5, CertNo: null },
    { Auctioneer: 'An Auction House', SaleName: 'Winter', Date: '2026', Price: 100 },
  ],
}

function collecting(...replies: readonly Reply[]) {
  const { ask, asked } = scriptedAsk(...replies)
  return { input: { ask, token: { get: async () => '' }, coin, params: {}, today: '2026-03-01' }, asked }
}

test('guide price and auction records become price points, each of its own type', async () => {
  const { input, asked } = collecting({ json: facts }, { json: records })
  const [guide, sold] = await allPages(pcgs!.collect(input))
  expect(guide?.listings).toMatchObject([
    { externalId: 'guide-7130-MS65', priceType: 'guide', price: { cents: 18_000, currency: 'USD' }, isExact: true },
  ])
  expect(sold?.listings).toMatchObject([
    { externalId: 'An Auction House|Winter|12', priceType: 'sold', price: { cents: 19_250 }, day: '2026-02-01' },
  ])
  expect(sold?.warnings).toEqual(["entry 1: expected a month as MM-YYYY; got '2026'"])
  expect(asked[0]!.url.search).toBe('?PCGSNo=7130&GradeNo=65&PlusGrade=false')
  expect(asked[0]!.options.headers).toEqual({ authorization: 'bearer secret' })
})

test('a guide value of 0, and an absent list of auctions, mean that there is none', async () => {
  const { input } = collecting({ json: { ...facts, PriceGuideValue: 0 } }, { json: { ...records, AuctionList: null } })
  expect((await allPages(pcgs!.collect(input))).flatMap(({ listings }) => listings)).toEqual([])
})

test.each([
  ['no data', { json: { IsValidRequest: true, ServerMessage: 'No data found' } }, /knows no coin/],
  [
    'an invalid request',
    { json: { IsValidRequest: false, ServerMessage: 'Invalid PCGSNo' } },
    /refused \(Invalid PCGSNo\)/,
  ],
  ['nothing', { status: 204, text: '' }, /knows no coin/],
  ['a refused token', { status: 401, text: '' }, /check PCGS_TOKEN/],
])('%s is a permanent failure', async (_, reply, message) => {
  const { input } = collecting(reply)
  await expect(allPages(pcgs!.collect(input))).rejects.toMatchObject({
    name: 'PermanentError',
    message: expect.stringMatching(message),
  })
})

test('a coin needs a certificate, or a PCGS number and a numbered grade', () => {
  expect(pcgs!.whyNot(coin)).toBeUndefined()
  expect(pcgs!.whyNot({ certificate: '12345678' })).toBeUndefined()
  expect(pcgs!.whyNot({ ...coin, grade: undefined })).toMatch(/grade with its number/)
})

test('a certificate is looked up, and an unknown one is none', async () => {
  const token = { get: async () => '' }
  const found = scriptedAsk({ json: facts })
  expect(await pcgs!.lookUp!({ ask: found.ask, token }, '12345678')).toMatchObject({
    ...{ year: 1881, mintMark: 'S', denomination: '$1', series: 'Morgan Dollar', certificate: '12345678' },
    ...{ gradeText: 'PCGS MS65', grade: { prefix: 'MS', number: 65, service: 'PCGS' }, catalogue: { pcgs: '7130' } },
  })
  expect(found.asked[0]!.url.pathname).toBe('/publicapi/coindetail/GetCoinFactsByCertNo/12345678')
  const none = scriptedAsk({ json: { IsValidRequest: true, ServerMessage: 'No data found' } })
  expect(await pcgs!.lookUp!({ ask: none.ask, token }, '1')).toBeNull()
})
