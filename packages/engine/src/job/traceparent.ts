/** A W3C traceparent, read. */
export type TraceParent = { readonly traceId: string; readonly spanId: string; readonly flags: number }

const form = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/

/** Undefined for a text of another form, or of zeros alone, which means nothing. */
export function parseTraceparent(text: string | null | undefined): TraceParent | undefined {
  const parts = text == null || text.startsWith('ff') ? null : form.exec(text)
  if (parts === null) return undefined
  const [, traceId = '', spanId = '', flags = ''] = parts
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, flags: Number.parseInt(flags, 16) }
}

export function formatTraceparent({ traceId, spanId, flags }: TraceParent): string {
  return `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`
}
