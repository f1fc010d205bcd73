import { z } from 'zod'
import { ModelReport } from './model-report.ts'

/** The schema of a report as `response_format` takes it: strict ones name all properties and allow no others. */
export function strictSchema(): {
  readonly name: string
  readonly strict: true
  readonly schema: Record<string, unknown>
} {
  const { $schema: _, ...schema } = z.toJSONSchema(ModelReport, { io: 'input' })
  return { name: 'site_report', strict: true, schema: closed(schema) as Record<string, unknown> }
}

/** What strict servers do not know, and what the check of the answer sees to anyway, is left out. */
const unknown = new Set(['minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'])

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .filter(([key]) => !unknown.has(key))
    .map(([key, each]) => [key, closed(each)] as const)
  const isObject = (value as { type?: unknown }).type === 'object'
  return { ...Object.fromEntries(entries), ...(isObject ? { additionalProperties: false } : {}) }
}
