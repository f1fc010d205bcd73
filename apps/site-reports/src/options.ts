import { PawlError } from 'pawl'
import { z } from 'zod'

const ms = z.number().int().positive()
const count = z.number().int().positive()

const stages = z.strictObject({
  /** Of each stage in each process; of all together where they share them. */
  slots: count.default(10),
  /** All stages share one pool, in which earlier ones go first. */
  areShared: z.boolean().default(false),
  /** Of each stage, over all processes; null for no limit. */
  startRate: z.strictObject({ limit: count, perMs: ms }).nullable().default({ limit: 3, perMs: 5_000 }),
  /** Of one report, over all stages. */
  retries: z.number().int().min(0).default(3),
  firstRetryMs: ms.default(5_000),
  /** Stuck for longer, a stage is taken back. */
  timeoutMs: ms.default(5 * 60_000),
})

const sites = z.strictObject({
  /** Says who asks; the letters it begins with are what a robots.txt calls it. */
  userAgent: z.string().min(1).default('pawl-site-reports/0.1'),
  /** With the one that was asked for. */
  maxPages: count.max(20).default(5),
  maxPageBytes: count.default(2 * 1024 * 1024),
  /** Of one request. */
  timeoutMs: ms.default(15_000),
  /** Of one host. */
  requestsPerMinute: z.number().positive().default(60),
  /** Made-up sites, in the sandbox. */
  standIn: z.strictObject({ domain: z.string().min(1), url: z.url() }).optional(),
})

const model = z.strictObject({
  /** Where the API is, as in http://127.0.0.1:11434/v1. */
  url: z.url().default('https://api.openai.com/v1'),
  name: z.string().min(1),
  /** Not all servers want one. */
  key: z.string().min(1).optional(),
  /** Of its answer. If that is not enough it gets twice as many, once. */
  maxTokens: count.default(4_000),
  /** What `maxTokens` is called: servers other than OpenAI's know the older name alone. */
  maxTokensAs: z.enum(['max_tokens', 'max_completion_tokens']).optional(),
  temperature: z.number().min(0).max(2).optional(),
  /** How it is asked for JSON: by a schema, by its name, or by words alone. The answer is checked all the same. */
  output: z.enum(['json_schema', 'json_object', 'text']).default('json_schema'),
  requestsPerMinute: z.number().positive().default(60),
  /** The budget: so many calls a day, by UTC. */
  callsPerDay: count.default(1_000),
  /** Of one answer. */
  timeoutMs: ms.default(4 * 60_000),
  /** In US dollars a million tokens, to know what a report costs. */
  price: z.strictObject({ prompt: z.number().min(0), completion: z.number().min(0) }).optional(),
})

const inserted = z.strictObject({
  /** How often rows are looked for that other programs have inserted. */
  everyMs: z.number().int().min(50).default(10_000),
  /** Somebody may still be at a row that was touched later. */
  untouchedMs: z.number().int().min(0).default(30_000),
  batch: count.max(1_000).default(10),
})

const schema = z.strictObject({
  stages: stages.prefault({}),
  sites: sites.prefault({}),
  /** Without one, reports fail at the last stage and say so. */
  model: model.optional(),
  /** Of what a model is asked; the rules alone are some 800. */
  promptTokens: z.number().int().min(1_500).default(8_000),
  inserted: inserted.prefault({}),
  /** How often what is due to be analysed again is looked for. */
  rerunEveryMs: z.number().int().min(50).default(60_000),
  /** How often reports are looked after that have not moved for so long. */
  tendEveryMs: ms.default(60_000),
  /** Addresses that are analysed at the first start. */
  analyse: z.array(z.url()).default([]),
  /** Where people reach this server: for links to shared reports. Where a request came in when left out. */
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
