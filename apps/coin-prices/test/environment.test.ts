import { expect, test } from 'vitest'
import { coinPricesFromEnvironment } from '../src/index.ts'
import { coinPricesSettings } from '../src/options.ts'

const settings = (env: Record<string, string>) => coinPricesSettings(coinPricesFromEnvironment(env).options)
const worker = (env: Record<string, string>) => coinPricesFromEnvironment(env).worker

test('an empty environment gives the defaults of the application and of the engine', () => {
  expect(settings({ MAX_ATTEMPTS: '', EBAY_CLIENT_ID: ' ' })).toMatchObject({
    ...{ cacheTtlMs: 3_600_000, retry: { attempts: 5, baseDelayMs: 60_000 } },
  })
  expect(settings({}).ebay).toBeUndefined()
  expect(worker({})).toEqual({})
})

test('credentials, cache and retries come from their variables', () => {
  const env = {
    ...{ EBAY_CLIENT_ID: 'a', EBAY_CLIENT_SECRET: 'b', PCGS_TOKEN: 'c', NUMISTA_API_KEY: 'd' },
    ...{ BASE_DELAY_MINUTES: '0.5', MAX_ATTEMPTS: '7', CACHE_TTL_SECONDS: '60' },
  }
  expect(settings(env)).toMatchObject({
    ...{ ebay: { clientId: 'a', clientSecret: 'b' }, pcgs: { token: 'c' }, numista: { apiKey: 'd' } },
    ...{ retry: { attempts: 7, baseDelayMs: 30_000 }, cacheTtlMs: 60_000 },
  })
  expect(settings({ ...env, CACHE_ENABLED: 'false' }).cacheTtlMs).toBeNull()
})

test('a worker takes its name, its heartbeat and its lock timeout from the environment', () => {
  expect(worker({ WORKER_ID: 'worker-1' })).toEqual({ name: 'worker-1' })
  expect(worker({ JOB_LOCK_TIMEOUT_SECONDS: '60' })).toEqual({ heartbeatMs: 5_000, silenceMs: 60_000 })
  expect(worker({ JOB_LOCK_TIMEOUT_SECONDS: '6' })).toEqual({ heartbeatMs: 2_000, silenceMs: 6_000 })
  expect(worker({ HEARTBEAT_SECONDS: '20' })).toEqual({ heartbeatMs: 20_000, silenceMs: 60_000 })
  expect(worker({ HEARTBEAT_SECONDS: '2' })).toEqual({ heartbeatMs: 2_000, silenceMs: 30_000 })
})

test.each([
  [{ MAX_ATTEMPTS: 'many' }, /MAX_ATTEMPTS: expected a whole number from 1 to 100; got 'many'/],
  [{ MAX_ATTEMPTS: '0' }, /MAX_ATTEMPTS.*got '0'/],
  [{ MAX_ATTEMPTS: '2.5' }, /MAX_ATTEMPTS.*whole.*got '2.5'/],
  [{ BASE_DELAY_MINUTES: '-1' }, /BASE_DELAY_MINUTES.*got '-1'/],
  [{ HEARTBEAT_SECONDS: '21' }, /HEARTBEAT_SECONDS: expected a number from 0.1 to 20; got '21'/],
  [
    { HEARTBEAT_SECONDS: '10', JOB_LOCK_TIMEOUT_SECONDS: '29' },
    /JOB_LOCK_TIMEOUT_SECONDS.*three times.*\(30\); got 29/,
  ],
  [{ CACHE_ENABLED: 'perhaps' }, /CACHE_ENABLED: expected true or false; got 'perhaps'/],
  [{ CACHE_TTL_SECONDS: '0' }, /CACHE_TTL_SECONDS.*got '0'/],
  [{ EBAY_CLIENT_ID: 'a' }, /EBAY_CLIENT_SECRET.*set both or none/],
  [{ EBAY_CLIENT_SECRET: 'a' }, /EBAY_CLIENT_ID.*set both or none/],
])('%o is refused, and the error names the variable', (env, message) => {
  expect(() => coinPricesFromEnvironment(env as Record<string, string>)).toThrow(message)
})

test('an unknown option and a bad one are refused by name', () => {
  expect(() => coinPricesSettings({ retry: { attempts: 0 } })).toThrow(/coinPrices\(\): retry.attempts/)
  expect(() => coinPricesSettings({ retries: 3 } as never)).toThrow(/retries/)
})
