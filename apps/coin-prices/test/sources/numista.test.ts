import { expect, test } from 'vitest'
import { parseGrade } from '../../src/coin/parse-grade.ts'
import { createSources } from '../../src/sources/sources.ts'
import { allPages, type Reply, scriptedAsk } from '../support/scripted-ask.ts'

const [numista] = createSources({ numista: { apiKey: 'secret', url: 'https://numista.example/v3' } })
const coin = { year: 1881, mintMark: 'S', series: 'Morgan', catalogue: { numista: '1492' }, grade: parseGrade('VF30') }
const issues = [
  { id: 1, year: 1881, mint_letter: 'O' },
  { id: 2, year: 1881, mint_letter: 'S' },
]
const prices = {
  currency: 'USD',
  prices: [
    { grade: 'vf', price: 38.5 },
    { grade: 'xf', price: 42 },
    { grade: 'unc', price: 180 },
  ],
}

function collecting(of: object, ...replies: readonly Reply[]) {
  const { ask, asked } = scriptedAsk(...replies)
  return {
    input: { ask, token: { get: async () => '' }, coin: { ...coin, ...of }, params: {}, today: '2026-03-01' },
    asked,
  }
}

test("only the guide price of the coin's own grade is taken", async () => {
  const { input, asked } = collecting({}, { json: issues }, { json: prices })
  const [page] = await allPages(numista!.collect(input))
  expect(page?.listings).toMatchObject([
    {
      externalId: 'guide-1492-2-vf-USD',
      priceType: 'guide',
      price: { cents: 3_850, currency: 'USD' },
      grade: { prefix: 'VF' },
    },
  ])
  expect(asked.map(({ url }) => url.pathname)).toEqual(['/v3/types/1492/issues', '/v3/types/1492/issues/2/prices'])
  expect(asked[1]!.options).toMatchObject({ cache: false })
})

test('issues are read from a list, and from a list inside an object', async () => {
  const { input } = collecting({}, { json: { items: issues } }, { json: prices })
  expect((await allPages(numista!.collect(input)))[0]?.listings).toHaveLength(1)
})

test('a coin without a grade has no guide price', () => {
  expect(numista!.whyNot({ ...coin, grade: undefined })).toMatch(/the coin has none/)
  expect(numista!.whyNot(coin)).toBeUndefined()
})

test('a type is found by search only if it is the only one', async () => {
  const withoutNumber = { catalogue: undefined }
  const one = collecting(
    withoutNumber,
    { json: { count: 1, types: [{ id: 1492, title: 'Morgan dollar' }] } },
    { json: issues },
    { json: prices },
  )
  expect((await allPages(numista!.collect(one.input)))[0]?.listings).toHaveLength(1)
  const two = collecting(withoutNumber, {
    json: {
      count: 2,
      types: [
        { id: 1, title: 'A' },
        { id: 2, title: 'B' },
      ],
    },
  })
  await expect(allPages(numista!.collect(two.input))).rejects.toThrow(
    /2 types fit \(1 A; 2 B\); set the Numista number/,
  )
})

test.each([
  ['an unknown type', [{ status: 404, json: { error_message: 'No such type' } }], /there is no type 1492/],
  ['a year without an issue', [{ json: [{ id: 1, year: 1882 }] }], /no issue of 1881-S/],
  ['a refused key', [{ status: 401, json: { error_message: 'Invalid key' } }], /check NUMISTA_API_KEY/],
])('%s is a permanent failure', async (_, replies, message) => {
  const { input } = collecting({}, ...replies)
  await expect(allPages(numista!.collect(input))).rejects.toMatchObject({
    name: 'PermanentError',
    message: expect.stringMatching(message),
  })
})
