import { defineSource } from 'pawl'
import { expect, test } from 'vitest'
import { coinPrices } from '../../src/index.ts'
import type { CertifiedCoin, CoinSource } from '../../src/sources/coin-source.ts'
import { type CallOptions, commandCaller } from '../support/call-command.ts'
import { coinBench } from '../support/coin-bench.ts'

const { sql, pool: db, open } = coinBench()

/** A grading service that knows one certificate. `during` runs while a look-up is under way. */
const certified: { coin: CertifiedCoin | null; during: () => Promise<unknown> } = { coin: null, during: async () => {} }
const grading: CoinSource = {
  ...{ name: 'pcgs', title: 'Grading', definition: defineSource({ name: 'pcgs' }), priceTypes: [] },
  whyNot: () => 'it has no prices',
  async *collect() {},
  async lookUp() {
    await certified.during()
    return certified.coin
  },
}
const morgan: CertifiedCoin = {
  ...{ certificate: '12345678', year: 1881, mintMark: 'S', series: 'Morgan Dollar', gradeText: 'PCGS MS65' },
  catalogue: { pcgs: '7130' },
}

async function bench() {
  const pawl = await open({ sources: [grading] })
  const call = commandCaller(coinPrices({ sources: [grading] }).commands ?? [], { pawl, db })
  const add = async (options: CallOptions['options']) => (await call('add', { options: options! })).out[0]!
  const coin = async (id: string) => (await call(`show ${id}`, { json: true })).data.intake
  return { pawl, call, add, coin }
}

test('a coin is added by its certificate number alone', async () => {
  Object.assign(certified, { coin: morgan, during: async () => {} })
  const { call, add, coin } = await bench()
  const id = await add({ certificate: '12345678' })
  await call(`look-up ${id}`)
  expect(await coin(id)).toMatchObject({ year: 1881, mintMark: 'S', grade: 'PCGS MS65', pcgsNumber: '7130' })
})

test('what the collector has stated stays, before and during a look-up', async () => {
  const { call, add, coin } = await bench()
  const id = await add({ title: 'mine', grade: 'PCGS MS64', year: '1881', certificate: '12345678' })
  await call(`look-up ${id}`)
  await call(`edit ${id}`, { options: { series: '' } })
  certified.during = () => sql(`update coin_intakes set series = 'typed meanwhile' where id = $1`, [id])
  const { data } = await call(`look-up ${id}`, { json: true })
  expect(data).toMatchObject({ status: 'looked-up', filled: [] })
  expect(data.conflicts).toContainEqual({ field: 'grade', typed: 'PCGS MS64', found: 'PCGS MS65' })
  expect(await coin(id)).toMatchObject({ title: 'mine', grade: 'PCGS MS64', series: 'typed meanwhile', mintMark: 'S' })
})

test('a certificate that is not known and a coin without one change nothing', async () => {
  Object.assign(certified, { coin: null, during: async () => {} })
  const { call, add } = await bench()
  const unknown = await add({ title: 'unknown', certificate: '1' })
  expect((await call(`look-up ${unknown}`)).err.at(-1)).toBe(`coin ${unknown}: its certificate is not known`)
  const without = await add({ title: 'without' })
  expect((await call(`look-up ${without}`)).err.at(-1)).toBe(`coin ${without}: it has no certificate`)
  await expect(call('look-up 4711000')).rejects.toThrow('there is no coin 4711000')
})

test('without credentials of a grading service a look-up is refused', async () => {
  const pawl = await open()
  const call = commandCaller(coinPrices().commands ?? [], { pawl, db })
  const id = (await call('add', { options: { certificate: '12345678' } })).out[0]!
  await expect(call(`look-up ${id}`)).rejects.toThrow('no service looks up certificates; set PCGS_TOKEN')
})
