import { once } from 'node:events'
import type { Attachment } from './attach.ts'

export type Kept = { readonly leave: () => Promise<void> }

/**
 * Keeps this process a user of its server. When the server ends although it is in use, it is joined again, which
 * starts it if nobody else has: the process's clients reconnect to the same port, and the process still counts
 * when another one asks whether it is the last.
 */
export function keepAttached(
  first: Attachment,
  ports: {
    readonly rejoin: (signal: AbortSignal) => Promise<Attachment>
    readonly detach: (attachment: Attachment) => Promise<void>
    /** The server had ended. Not called where only this session was ended: the same server still runs. */
    readonly onLost: () => void
    readonly onGivenUp: (error: unknown) => void
  },
): Kept {
  const leaving = new AbortController()
  let current: Attachment | undefined = first

  async function watch(): Promise<void> {
    const left = once(leaving.signal, 'abort')
    while (current) {
      await Promise.race([current.lost, left])
      if (leaving.signal.aborted) return
      const before: Attachment = current
      current = undefined
      current = await ports.rejoin(leaving.signal).catch((error) => {
        if (!leaving.signal.aborted) ports.onLost()
        throw error
      })
      if (current.pid !== before.pid) ports.onLost()
    }
  }

  const watching = watch().catch((error) => {
    if (!leaving.signal.aborted) ports.onGivenUp(error)
  })

  let left: Promise<void> | undefined
  async function leave(): Promise<void> {
    leaving.abort()
    await watching
    if (current) await ports.detach(current)
  }
  return {
    leave: () => {
      left ??= leave()
      return left
    },
  }
}
