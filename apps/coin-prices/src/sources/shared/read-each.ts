import type { z } from 'zod'
import type { Listing } from '../../listing/listing.ts'
import type { ListingPage } from '../coin-source.ts'

/** Reads entry by entry, so that one unreadable entry does not spoil its page. `read` returns why an entry is no listing. */
export function readEach<Schema extends z.ZodType>(
  entries: readonly unknown[],
  schema: Schema,
  read: (entry: z.output<Schema>) => Listing | string,
): ListingPage {
  const listings: Listing[] = []
  const warnings: string[] = []
  for (const [index, entry] of entries.entries()) {
    const parsed = schema.safeParse(entry)
    if (!parsed.success) {
      const { path = [], message = '' } = parsed.error.issues[0] ?? {}
      warnings.push(`entry ${index}: /${path.join('/')}: ${message}`)
      continue
    }
    const listing = read(parsed.data)
    if (typeof listing === 'string') warnings.push(`entry ${index}: ${listing}`)
    else listings.push(listing)
  }
  return { listings, warnings }
}
