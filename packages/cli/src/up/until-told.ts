/** Set for processes that another `pawl` has started: it tells them when to end. */
export const supervisedVariable = 'PAWL_SUPERVISED'

/** What a supervised process answers when it is told to end: so its supervisor knows that it does not hang. */
export const stopAnswer = 'stopping'

export type Telling = {
  /** Resolves when this process is told to end, with who said so. */
  readonly told: Promise<string>
  readonly isTold: () => boolean
  /** Called each time it is told once more: now, and not in a while. */
  onAgain(act: () => void): void
  forget(): void
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Listens for what ends a process. Ctrl-C reaches all processes of a terminal at once; one that is supervised leaves it to its
 * supervisor, whose word or whose end counts. Else it would be told twice, and twice means now.
 */
export function untilTold(env: Readonly<Record<string, string | undefined>>): Telling {
  const isSupervised = env[supervisedVariable] === '1' && process.send !== undefined
  const again = new Set<() => void>()
  let tell: (who: string) => void = () => {}
  let isTold = false
  const told = new Promise<string>((resolve) => {
    tell = resolve
  })
  const hear = (who: string) => {
    if (isTold) for (const act of again) act()
    isTold = true
    tell(who)
  }
  const onSignal = (signal: NodeJS.Signals) => {
    if (!isSupervised || signal === 'SIGTERM') hear(signal)
  }
  const onMessage = (message: unknown) => {
    if (message !== 'stop') return
    if (process.connected) process.send?.(stopAnswer, () => {})
    hear('its supervisor')
  }
  const onDisconnect = () => hear('the end of its supervisor')
  for (const signal of signals) process.on(signal, onSignal)
  if (isSupervised) process.on('message', onMessage).on('disconnect', onDisconnect)
  // it may have gone while we were being loaded
  if (isSupervised && !process.connected) onDisconnect()
  return {
    told,
    isTold: () => isTold,
    onAgain: (act) => void again.add(act),
    forget() {
      for (const signal of signals) process.off(signal, onSignal)
      process.off('message', onMessage).off('disconnect', onDisconnect)
    },
  }
}
