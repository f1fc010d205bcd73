import { PawlError } from '../errors.ts'

/** What stages and phases say of their queue. What none of them says is for whoever serves it. */
export type QueueLimits = {
  readonly concurrency?: number
  readonly startRate?: { readonly limit: number; readonly perMs: number }
}

type Wanted = {
  readonly queue: string
  readonly slots: number | undefined
  readonly startRate: QueueLimits['startRate']
  /** Who wants it. */
  readonly of: string
}

/** The pools that stages, or whole pipelines, ask for. Those that share a queue may say it once, or all the same. */
export function poolsOf(where: string, wanted: readonly Wanted[]): Readonly<Record<string, QueueLimits>> {
  const pools: Record<string, QueueLimits> = {}
  for (const queue of new Set(wanted.map((each) => each.queue))) {
    const sharing = wanted.filter((each) => each.queue === queue)
    const slots = oneOf(where, queue, 'slots', sharing, (each) => each.slots)
    const startRate = oneOf(where, queue, 'startRate', sharing, (each) => each.startRate)
    pools[queue] = {
      ...(slots === undefined ? {} : { concurrency: slots }),
      ...(startRate === undefined ? {} : { startRate }),
    }
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
