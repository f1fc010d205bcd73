import { PawlError } from 'pawl'
import { z } from 'zod'
import type { Sources } from './sources/sources.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const ms = z.number().int().positive()
const count = z.number().int().positive()

const tiers = z.strictObject({
  hot: z
    .strictObject({
      everyMs: ms.default(15 * minuteMs),
      chapters: count.default(2),
      withinMs: ms.default(14 * dayMs),
    })
    .prefault({}),
  warm: z.strictObject({ everyMs: ms.default(hourMs), withinMs: ms.default(60 * dayMs) }).prefault({}),
  cold: z.strictObject({ everyMs: ms.default(dayMs) }).prefault({}),
})

const failures = z.strictObject({
  retryMs: ms.default(dayMs),
  closeAfter: count.default(5),
  closeMs: ms.default(dayMs),
})

const polling = z.strictObject({
  /** How often the schedule looks for what is due. */
  everyMs: z
    .number()
    .int()
    .min(50)
    .default(5 * minuteMs),
  /** A look at all that a source has, to see what it no longer has. */
  completeEveryMs: ms.default(dayMs),
  /** An ordinary look goes back so far behind the one before: clocks differ, and what is published is not always listed at once. */
  overlapMs: z.number().int().min(0).default(hourMs),
  /** At most this many due sources are enqueued in one transaction: HOT before WARM before COLD. */
  batch: count.max(100_000).default(5_000),
  /** A poll that was enqueued and has not ended after this time counts as lost, and is enqueued again. */
  lostAfterMs: ms.default(dayMs),
})

/** Of the queues of this application, as `retention` of a queue takes it. */
const retention = z.strictObject({
  /** Finished jobs are kept at least this long. */
  keepMs: ms.min(60_000).default(hourMs),
  /** Dead letters are kept this long … */
  deadKeepMs: ms.min(60_000).default(7 * dayMs),
  /** … and longer while they are among this many newest ones of their queue. */
  deadKeepCount: z.number().int().min(0).max(1_000_000).default(5_000),
})

const schema = z.strictObject({
  tiers: tiers.prefault({}),
  failures: failures.prefault({}),
  polling: polling.prefault({}),
  retention: retention.prefault({}),
  /** Base addresses of the services by name, in the place of the live ones. */
  services: z.strictObject({ mangadex: z.url(), mangapark: z.url(), mangaupdates: z.url() }).partial().default({}),
  /** Private addresses that may be called, as in `defineSource`: the origins of the sandbox, and nothing else. */
  allowPrivate: z.union([z.boolean(), z.array(z.url())]).default(false),
  /** Addresses of series that are followed from the first start. */
  follow: z.array(z.url()).default([]),
  /** In whose library those are; made if there is nobody of this name. */
  reader: z.string().min(1).default('reader'),
  /** Where readers reach this server: for the addresses of feeds. Where a request came in when left out. */
  publicUrl: z.url().optional(),
  /** Who sends Web Push messages. Without keys there are none. */
  vapid: z
    .strictObject({ publicKey: z.string().min(1), privateKey: z.string().min(1), subject: z.string().min(1) })
    .optional(),
  /** Sources in the place of the built-in ones. */
  sources: z.custom<Sources>((value) => typeof (value as Partial<Sources>)?.named === 'function').optional(),
})

/** What `chapters` takes. All of it can be left out. */
export type ChaptersOptions = z.input<typeof schema>

/** The same with every default filled in. */
export type ChaptersSettings = z.output<typeof schema>

/** Checks the options once and fills in what was left out. */
export function chaptersSettings(options: ChaptersOptions = {}): ChaptersSettings {
  const read = schema.safeParse(options)
  if (read.success) return read.data
  const faults = read.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
  throw new PawlError('invalid-option', `chapters(): ${faults.join('; ')}`, { cause: read.error })
}
