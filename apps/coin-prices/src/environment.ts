import { PawlError, type WorkerOptions } from 'pawl'
import type { CoinPricesOptions } from './options.ts'

/** Environment variables by name: `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** What the environment says, for the application and for the worker of this process. */
export type CoinPricesEnvironment = {
  readonly options: CoinPricesOptions
  /** For `worker` of the configuration. */
  readonly worker: WorkerOptions
}

const defaultHeartbeatMs = 5_000
const defaultSilenceMs = 30_000
const longestHeartbeatSeconds = 20
const longestSeconds = 86_400

/**
 * Reads the settings of coin-prices from environment variables. A value that cannot be used is an error that names its variable. An
 * empty variable counts as unset.
 *
 * @example
 * ```ts
 * const { options, worker } = coinPricesFromEnvironment(process.env)
 * export default defineConfig({ apps: [coinPrices(options)], worker })
 * ```
 */
export function coinPricesFromEnvironment(env: Environment): CoinPricesEnvironment {
  return { options: { ...credentials(env), ...cache(env), retry: retry(env) }, worker: worker(env) }
}

function credentials(env: Environment): CoinPricesOptions {
  const [clientId, clientSecret] = [variable(env, 'EBAY_CLIENT_ID'), variable(env, 'EBAY_CLIENT_SECRET')]
  if ((clientId === undefined) !== (clientSecret === undefined)) {
    const missing = clientId === undefined ? 'EBAY_CLIENT_ID' : 'EBAY_CLIENT_SECRET'
    throw invalid(
      `${missing}: expected it beside the other half of eBay's credentials; it is not set; set both or none`,
    )
  }
  const [token, apiKey] = [variable(env, 'PCGS_TOKEN'), variable(env, 'NUMISTA_API_KEY')]
  return {
    ...(clientId === undefined || clientSecret === undefined ? {} : { ebay: { clientId, clientSecret } }),
    ...(token === undefined ? {} : { pcgs: { token } }),
    ...(apiKey === undefined ? {} : { numista: { apiKey } }),
  }
}

function cache(env: Environment): Pick<CoinPricesOptions, 'cacheTtlMs'> {
  const seconds = numberOf(env, 'CACHE_TTL_SECONDS', { min: 1, max: 366 * 86_400 })
  const enabled = variable(env, 'CACHE_ENABLED')?.toLowerCase()
  if (enabled !== undefined && !['true', 'false', '1', '0'].includes(enabled)) {
    throw invalid(`CACHE_ENABLED: expected true or false; got '${enabled}'`)
  }
  if (enabled === 'false' || enabled === '0') return { cacheTtlMs: null }
  return seconds === undefined ? {} : { cacheTtlMs: Math.round(seconds * 1_000) }
}

function retry(env: Environment): NonNullable<CoinPricesOptions['retry']> {
  const minutes = numberOf(env, 'BASE_DELAY_MINUTES', { min: 0.001, max: 1_440 })
  const attempts = numberOf(env, 'MAX_ATTEMPTS', { min: 1, max: 100, isWhole: true })
  return {
    ...(minutes === undefined ? {} : { baseDelayMs: Math.round(minutes * 60_000) }),
    ...(attempts === undefined ? {} : { attempts }),
  }
}

/** A heartbeat that is not set follows the lock timeout, and the other way round: a worker has to miss three to count as silent. */
function worker(env: Environment): WorkerOptions {
  const name = variable(env, 'WORKER_ID')
  const heartbeat = numberOf(env, 'HEARTBEAT_SECONDS', { min: 0.1, max: longestHeartbeatSeconds })
  const silence = numberOf(env, 'JOB_LOCK_TIMEOUT_SECONDS', { min: 1, max: longestSeconds })
  if (heartbeat !== undefined && silence !== undefined && silence < heartbeat * 3) {
    throw invalid(
      `JOB_LOCK_TIMEOUT_SECONDS: expected at least three times HEARTBEAT_SECONDS (${heartbeat * 3}); got ${silence}`,
    )
  }
  const silenceMs = silence === undefined ? undefined : silence * 1_000
  const heartbeatMs = heartbeat === undefined ? undefined : heartbeat * 1_000
  return {
    ...(name === undefined ? {} : { name }),
    ...(heartbeatMs === undefined && silenceMs === undefined
      ? {}
      : {
          heartbeatMs: heartbeatMs ?? Math.min(defaultHeartbeatMs, Math.floor(silenceMs! / 3)),
          silenceMs: silenceMs ?? Math.max(defaultSilenceMs, heartbeatMs! * 3),
        }),
  }
}

function variable(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined
}

type Range = { readonly min: number; readonly max: number; readonly isWhole?: boolean }

function numberOf(env: Environment, name: string, { min, max, isWhole = false }: Range): number | undefined {
  const value = variable(env, name)
  if (value === undefined) return undefined
  const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
  if (number >= min && number <= max && (!isWhole || Number.isInteger(number))) return number
  throw invalid(`${name}: expected a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}; got '${value}'`)
}

function invalid(message: string): PawlError {
  return new PawlError('invalid-environment', message)
}
