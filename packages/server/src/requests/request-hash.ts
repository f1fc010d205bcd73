import { createHash } from 'node:crypto'

/** What was asked, whatever the order of its fields and its blanks: two requests with the same hash ask for the same. */
export function requestHash(request: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(sorted(request)))
    .digest()
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  // pairs, as an object would put names that look like numbers first and could not hold __proto__
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => [name, sorted(each)])
}
