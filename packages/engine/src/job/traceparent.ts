/** A W3C traceparent, read. */
export type TraceParent = { readonly traceId: string; readonly spanId: string; readonly flags: number }

const form = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/

/**
 * Reads the traceparent that a job carries. Undefined for a text of another form, or of zeros alone, which means nothing.
 *
 * @example
 * ```ts
 * const { id } = await pawl.enqueue(greet, { name: 'Ada' }, { trace: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' })
 * console.log(parseTraceparent((await pawl.job(id))?.trace)?.traceId) // 0af7651916cd43dd8448eb211c80319c
 * ```
 */
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
