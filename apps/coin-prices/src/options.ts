import { PawlError } from 'pawl'
import { z } from 'zod'
import type { CoinSource } from './sources/coin-source.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const ms = z.number().int().positive()
const count = z.number().int().positive()
const text = z.string().min(1)

const retry = z.strictObject({
  /** Runs of a job that may fail. Default: 5. */
  attempts: count.default(5),
  /** The wait before the first retry; each further wait is twice as long, at most 24 h. Default: 1 min. */
  baseDelayMs: ms.default(minuteMs),
})

const collecting = z.strictObject({
  /** How often each coin is looked for at each source. Default: 24 h. */
  everyMs: ms.default(dayMs),
  /** How often the schedule looks for coins that are due. Default: 1 min. */
  checkEveryMs: z.number().int().min(50).default(minuteMs),
  /** How often rows are taken up that other programs insert into scrape_jobs. Default: 500 ms. */
  takeUpEveryMs: z.number().int().min(50).default(500),
  /** Jobs that one transaction enqueues at most. Default: 1,000. */
  batch: count.max(10_000).default(1_000),
  /** Jobs that a process runs at the same time. Default: 20. */
  concurrency: count.default(20),
})

const valuing = z.strictObject({
  /** How often each coin is valued again, beside each time that its points change. Default: 24 h. */
  everyMs: ms.default(dayMs),
  /** How often the schedule looks for coins that are due. Default: 1 min. */
  checkEveryMs: z.number().int().min(50).default(minuteMs),
})

const word = z.string().optional()

/** A coin in the words of a collector. Other fields are left out. */
const firstCoin = z.object({
  ...{ issuer: word, denomination: word, year: z.number().int().optional(), mintMark: word, series: word, title: word },
  ...{ grade: word, certificate: word, pcgsNumber: word, numistaNumber: word, kmNumber: word },
})

const schema = z.strictObject({
  /** Without credentials a service is not called. */
  ebay: z
    .strictObject({ clientId: text, clientSecret: text, url: z.url().optional(), marketplace: text.optional() })
    .optional(),
  pcgs: z.strictObject({ token: text, url: z.url().optional() }).optional(),
  numista: z.strictObject({ apiKey: text, url: z.url().optional() }).optional(),
  /** Private addresses that may be called, as in `defineSource`: the origins of the sandbox, and nothing else. Default: none. */
  allowPrivate: z.union([z.boolean(), z.array(z.url())]).default(false),
  /** The User-Agent of requests. Default: pawl-coin-prices/0.1. */
  userAgent: text.default('pawl-coin-prices/0.1'),
  /** How long answers are kept; null: not at all. Default: 1 h. */
  cacheTtlMs: ms.nullable().default(hourMs),
  retry: retry.prefault({}),
  collecting: collecting.prefault({}),
  valuing: valuing.prefault({}),
  /** How long rows of scrape_jobs are kept after their jobs have ended. Default: 90 days. */
  keepJobsMs: ms.default(90 * dayMs),
  /** How often final states of jobs are copied into their rows. Default: 30 s. */
  settleEveryMs: z.number().int().min(50).default(30_000),
  /** Coins that are added at the first start, while there are none. */
  coins: z.array(firstCoin).default([]),
  /** Sources in place of the built-in ones. */
  sources: z.custom<readonly CoinSource[]>(Array.isArray, 'expected a list of sources').optional(),
})

/** What `coinPrices` takes. All of it can be left out. */
export type CoinPricesOptions = z.input<typeof schema>

/** The same with every default filled in. */
export type CoinPricesSettings = z.output<typeof schema>

/** Checks the options once and fills in what was left out. */
export function coinPricesSettings(options: CoinPricesOptions = {}): CoinPricesSettings {
  const read = schema.safeParse(options)
  if (read.success) return read.data
  const faults = read.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
  throw new PawlError('invalid-option', `coinPrices(): ${faults.join('; ')}`, { cause: read.error })
}
