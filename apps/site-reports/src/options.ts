import { PawlError } from 'pawl'
import { z } from 'zod'

const ms = z.number().int().positive()
const count = z.number().int().positive()

const stages = z.strictObject({
  /** Slots of each stage in each process; of all stages together where they share them. Default: 10. */
  slots: count.default(10),
  /** All stages share one pool, in which earlier stages go first. Default: false. */
  areShared: z.boolean().default(false),
  /** Starts of each stage, over all processes; null for no limit. Default: 3 in 5 s. */
  startRate: z.strictObject({ limit: count, perMs: ms }).nullable().default({ limit: 3, perMs: 5_000 }),
  /** Retries of one report, over all stages. Rows of other programs with this many retries are left alone. Default: 3. */
  retries: z.number().int().min(0).default(3),
  /** The wait before the first retry; each further wait is twice as long. Default: 5 s. */
  firstRetryMs: ms.default(5_000),
  /** The time limit of an attempt. Default: 5 min. */
  timeoutMs: ms.default(5 * 60_000),
})

const sites = z.strictObject({
  /** The User-Agent of requests; the letters at its beginning are the name for robots.txt. */
  userAgent: z.string().min(1).default('pawl-site-reports/0.1'),
  /** Pages of a site, the first included. Default: 5. */
  maxPages: count.max(20).default(5),
  /** Default: 2 MiB. */
  maxPageBytes: count.default(2 * 1024 * 1024),
  /** The time limit of one request. Default: 15 s. */
  timeoutMs: ms.default(15_000),
  /** Requests to one host. Default: 60. */
  requestsPerMinute: z.number().positive().default(60),
  /** The made-up sites of the sandbox. */
  standIn: z.strictObject({ domain: z.string().min(1), url: z.url() }).optional(),
})

const model = z.strictObject({
  /** The address of the API, as in http://127.0.0.1:11434/v1. */
  url: z.url().default('https://api.openai.com/v1'),
  name: z.string().min(1),
  /** Some servers need none. */
  key: z.string().min(1).optional(),
  /** Tokens of an answer. If it is cut off the model is asked once more, with twice as many. Default: 4,000. */
  maxTokens: count.default(4_000),
  /** The name of `maxTokens` in a request: other servers than OpenAI's know the older one only. */
  maxTokensAs: z.enum(['max_tokens', 'max_completion_tokens']).optional(),
  temperature: z.number().min(0).max(2).optional(),
  /** How JSON is requested: by a schema, by its name, or by words alone. The answer is checked in any case. */
  output: z.enum(['json_schema', 'json_object', 'text']).default('json_schema'),
  /** Default: 60. */
  requestsPerMinute: z.number().positive().default(60),
  /** The budget: calls in a day, by UTC. Default: 1,000. */
  callsPerDay: count.default(1_000),
  /** The time limit of one answer. Default: 4 min. */
  timeoutMs: ms.default(4 * 60_000),
  /** In US dollars a million tokens: each report then has its cost. */
  price: z.strictObject({ prompt: z.number().min(0), completion: z.number().min(0) }).optional(),
})

const inserted = z.strictObject({
  /** How often rows of other programs are looked for. Default: 10 s. */
  everyMs: z.number().int().min(50).default(10_000),
  /** How long a row must be untouched: its program may still write to it. Default: 30 s. */
  untouchedMs: z.number().int().min(0).default(30_000),
  /** Rows that one update takes. Default: 10. */
  batch: count.max(1_000).default(10),
})

const schema = z.strictObject({
  stages: stages.prefault({}),
  sites: sites.prefault({}),
  /** Without a model reports fail in the last stage. */
  model: model.optional(),
  /** The longest prompt, in tokens; its rules alone have about 800. Default: 8,000. */
  promptTokens: z.number().int().min(1_500).default(8_000),
  inserted: inserted.prefault({}),
  /** How often addresses that are due again are looked for. Default: 1 min. */
  rerunEveryMs: z.number().int().min(50).default(60_000),
  /** How often reports are checked that have not moved for a minute. Default: 1 min. */
  tendEveryMs: ms.default(60_000),
  /** Addresses that are analysed at the first start. */
  analyse: z.array(z.url()).default([]),
  /** Where readers reach this server, for shared links. Default: the address of the request. */
  publicUrl: z.url().optional(),
})

/** What `siteReports` takes. All of it can be left out. */
export type SiteReportsOptions = z.input<typeof schema>

/** The same with every default filled in. */
export type SiteReportsSettings = z.output<typeof schema>
export type ModelSettings = z.output<typeof model>

/** Checks the options once and fills in what was left out. */
export function siteReportsSettings(options: SiteReportsOptions = {}): SiteReportsSettings {
  const read = schema.safeParse(options)
  if (read.success) return read.data
  const faults = read.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
  throw new PawlError('invalid-option', `siteReports(): ${faults.join('; ')}`, { cause: read.error })
}
