import { PawlError } from '../errors.ts'

/** What a queue of a pipeline is limited to. */
export type QueueLimits = {
  readonly concurrency: number
  readonly startRate?: { readonly limit: number; readonly perMs: number }
}

type Wanted = {
  readonly queue: string
  readonly slots: number | undefined
  readonly startRate: QueueLimits['startRate'] | undefined
  /** Who wants it. */
  readonly of: string
}

const defaultSlots = 10

/** The pools that stages ask for. Those that share a queue may say it once, or all the same. */
export function poolsOf(where: string, wanted: readonly Wanted[]): Readonly<Record<string, QueueLimits>> {
  const pools: Record<string, QueueLimits> = {}
  for (const queue of new Set(wanted.map((each) => each.queue))) {
    const sharing = wanted.filter((each) => each.queue === queue)
    const slots = oneOf(where, queue, 'slots', sharing, (each) => each.slots)
    const startRate = oneOf(where, queue, 'startRate', sharing, (each) => each.startRate)
    pools[queue] = { concurrency: slots ?? defaultSlots, ...(startRate === undefined ? {} : { startRate }) }
  }
  return Object.freeze(pools)
}

function oneOf<T>(
  where: string,
  queue: string,
  what: string,
  sharing: readonly Wanted[],
  read: (each: Wanted) => T | undefined,
): T | undefined {
  const said = sharing.filter((each) => read(each) !== undefined)
  const other = said.find((each) => JSON.stringify(read(each)) !== JSON.stringify(read(said[0]!)))
  if (other !== undefined) {
    throw new PawlError(
      'invalid-option',
      `${where}: '${said[0]!.of}' and '${other.of}' share the queue '${queue}' and give it different ${what}`,
    )
  }
  return said[0] && read(said[0])
}
