import type { z } from 'zod'
import type { FoundPage, FoundRelease } from '../chapter-source.ts'
import { cleanText } from './clean-text.ts'

/**
 * Reads item by item, so that one which cannot be read does not spoil its page. `read` returns why there is nothing to keep, or null
 * for what is left out without a word.
 */
export function readEach<Schema extends z.ZodType>(
  items: readonly unknown[],
  schema: Schema,
  read: (item: z.output<Schema>) => FoundRelease | { readonly id: string; readonly reason: string } | null,
): FoundPage {
  const releases: FoundRelease[] = []
  const unreadable: { id: string; reason: string }[] = []
  for (const [index, item] of items.entries()) {
    const parsed = schema.safeParse(item)
    if (!parsed.success) {
      const { path = [], message = '' } = parsed.error.issues[0] ?? {}
      unreadable.push({ id: idOf(item) ?? `item ${index}`, reason: `/${path.join('/')}: ${message}` })
      continue
    }
    const found = read(parsed.data)
    if (found === null) continue
    if ('reason' in found) unreadable.push(found)
    else releases.push(found)
  }
  return { releases, unreadable }
}

function idOf(item: unknown): string | undefined {
  const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined
  const text = typeof id === 'string' || typeof id === 'number' ? cleanText(String(id).slice(0, 200)) : null
  return text ?? undefined
}
