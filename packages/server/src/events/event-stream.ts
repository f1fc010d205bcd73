import type { Context } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'

export type EventStreamOptions = {
  /** The server is closing. */
  readonly signal: AbortSignal
  readonly onError: (error: unknown) => void
  /** Sent when nothing else was, so that proxies and clients do not take the stream for dead. */
  readonly keepAlive?: () => string
}

const keepAliveMs = 15_000

/** A stream of server-sent events that ends when the client goes, the server closes, or `tell` has told all. */
export function eventStream(
  c: Context,
  { signal, onError, keepAlive = () => ': still here\n\n' }: EventStreamOptions,
  tell: (stream: SSEStreamingApi, gone: AbortSignal) => Promise<void>,
): Response {
  c.header('X-Accel-Buffering', 'no')
  // Hono answers HEAD with what GET gives and drops the body: nobody would ever end the stream
  if (c.req.method === 'HEAD') {
    return c.body(null, 200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
  }
  const response = streamSSE(c, async (stream) => {
    const gone = new AbortController()
    const end = () => gone.abort()
    stream.onAbort(end)
    // to abort ends the stream also where a client reads nothing and a write would wait for it for ever
    const cutOff = () => stream.abort()
    signal.addEventListener('abort', cutOff)
    const timer = setInterval(() => void stream.write(keepAlive()).catch(end), keepAliveMs)
    timer.unref()
    try {
      // the client learns that it is connected, and how soon to come back
      await stream.write('retry: 2000\n\n')
      if (!signal.aborted) await tell(stream, gone.signal)
    } catch (error) {
      if (!gone.signal.aborted) onError(error)
    } finally {
      clearInterval(timer)
      signal.removeEventListener('abort', cutOff)
    }
  })
  response.headers.set('Cache-Control', 'no-store')
  return response
}
