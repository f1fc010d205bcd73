import type { Context } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type { ServerEnv } from '../server-env.ts'

export type EventStreamOptions = {
  /** The server is closing. */
  readonly signal: AbortSignal
  readonly onError: (error: unknown) => void
  /** Sent when nothing else was, so that proxies and clients do not take the stream for dead. */
  readonly keepAlive?: () => string
  readonly keepAliveMs?: number
  /** Called once, when the stream has ended. */
  readonly onEnd?: () => void
}

/** A stream of server-sent events that ends when the client goes, reads nothing, the server closes, or `tell` has told all. */
export function eventStream(
  c: Context<ServerEnv>,
  { signal, onError, keepAlive = () => ': still here\n\n', keepAliveMs = 15_000, onEnd = () => {} }: EventStreamOptions,
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
    const stopKeeping = keepAwake(stream, { keepAlive, keepAliveMs, onStalled: cutOff })
    try {
      // the client learns that it is connected, and how soon to come back
      await stream.write('retry: 2000\n\n')
      if (!signal.aborted) await tell(stream, gone.signal)
    } catch (error) {
      if (!gone.signal.aborted) onError(error)
    } finally {
      stopKeeping()
      signal.removeEventListener('abort', cutOff)
      letGo(c, keepAliveMs)
      onEnd()
    }
  })
  response.headers.set('Cache-Control', 'no-store')
  return response
}

type KeepAwake = Required<Pick<EventStreamOptions, 'keepAlive' | 'keepAliveMs'>> & { readonly onStalled: () => void }

/** What it sends waits for the client to read. One that has read nothing from one time to the next is gone, or as good as that. */
function keepAwake(stream: SSEStreamingApi, { keepAlive, keepAliveMs, onStalled }: KeepAwake): () => void {
  let isWaiting = false
  const timer = setInterval(() => {
    if (isWaiting) return onStalled()
    isWaiting = true
    const read = () => {
      isWaiting = false
    }
    stream.write(keepAlive()).then(read, onStalled)
  }, keepAliveMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** The end of the stream waits behind what the client has not read: its socket would stay open for as long as it likes. */
function letGo(c: Context<ServerEnv>, afterMs: number): void {
  const outgoing = c.env?.outgoing
  if (outgoing === undefined || outgoing.closed) return
  const timer = setTimeout(() => outgoing.destroy(), afterMs)
  timer.unref()
  const isThrough = () => clearTimeout(timer)
  outgoing.once('finish', isThrough).once('close', isThrough)
}
