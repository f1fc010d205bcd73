import { createPawl, type Pawl, type SourceView } from 'pawl'
import type { Command, Flags } from '../command.ts'

type Act = (pawl: Pawl, name: string, flags: Flags) => Promise<string>

const acts: Readonly<Record<string, Act>> = {
  async pause(pawl, name, flags) {
    const minutes = numberIn(flags, 'minutes')
    if (minutes === null) throw new Error("--minutes must be a number; got 'none'")
    await pawl.sources.pause(name, typeof minutes === 'number' ? { forMs: minutes * 60_000 } : {})
    return `${name} is paused ${typeof minutes === 'number' ? `for ${minutes} minutes` : 'until it is resumed'}`
  },
  async resume(pawl, name) {
    await pawl.sources.resume(name)
    return `${name} may be called again`
  },
  async close(pawl, name) {
    await pawl.sources.closeCircuit(name)
    return `the circuit of ${name} is closed`
  },
  async limit(pawl, name, flags) {
    const [requestsPerMinute, burst, dailyQuota] = ['per-minute', 'burst', 'per-day'].map((flag) =>
      numberIn(flags, flag),
    )
    await pawl.sources.limit(name, {
      ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
      ...(typeof burst === 'number' ? { burst } : {}),
      ...(dailyQuota === undefined ? {} : { dailyQuota }),
      ...(typeof flags.class === 'string' ? { class: flags.class } : {}),
    })
    return `the limits of ${name} are changed`
  },
}

export const sources: Command = {
  name: 'sources',
  summary: 'list the outside services that jobs call, or act on one, for all workers',
  args: `[${Object.keys(acts).join('|')} NAME]`,
  flags: {
    json: { type: 'boolean', text: 'print a JSON array of sources' },
    minutes: { type: 'string', text: 'pause: for so long; until it is resumed when left out' },
    'per-minute': { type: 'string', text: "limit: requests a minute, or 'none'" },
    burst: { type: 'string', text: 'limit: how many of them at once' },
    'per-day': { type: 'string', text: "limit: requests a day, or 'none'" },
    class: { type: 'string', text: 'limit: of this class of cost' },
  },
  async run({ url, args, flags, print, say }) {
    const [verb, name, ...more] = args
    const act = verb === undefined ? undefined : acts[verb]
    if (verb !== undefined && (act === undefined || name === undefined || more.length > 0)) {
      say(`pawl sources takes nothing, or one of ${Object.keys(acts).join(', ')} and a name; got '${args.join(' ')}'`)
      return 2
    }
    const pawl = createPawl({ url, jobs: [] })
    try {
      if (act !== undefined) print(await act(pawl, name!, flags))
      else show(await pawl.sources.list(), flags, { print, say })
      return 0
    } finally {
      await pawl.stop()
    }
  },
}

/** A number, or null for 'none'. */
function numberIn(flags: Flags, flag: string): number | null | undefined {
  const text = flags[flag]
  if (text === undefined || text === 'none') return text === undefined ? undefined : null
  const number = Number(text)
  if (typeof text === 'string' && text.trim() !== '' && Number.isFinite(number)) return number
  throw new Error(`--${flag} must be a number; got '${text}'`)
}

function show(
  views: readonly SourceView[],
  { json }: Flags,
  { print, say }: Record<'print' | 'say', (line: string) => void>,
): void {
  if (json === true) print(JSON.stringify(views, null, 2))
  else if (views.length === 0) say('no source has been declared yet: a worker does that when it starts')
  else for (const line of table(views)) print(line)
}

function table(views: readonly SourceView[]): string[] {
  const head = ['SOURCE', 'STATE', 'LIMIT', 'TOKENS', 'REQUESTS', 'HITS', 'DEFERRALS', 'LAST ERROR']
  const rows = views.map((view) => [
    view.name,
    stateOf(view),
    limitOf(view),
    view.tokens === null ? '' : String(Math.floor(view.tokens)),
    String(view.requests),
    String(view.hits),
    String(view.deferrals),
    view.lastError ?? '',
  ])
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i]!.length)))
  return [head, ...rows].map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  )
}

function stateOf({ state, pausedUntil, probeAt }: SourceView): string {
  if (state === 'paused') return pausedUntil instanceof Date ? `paused until ${clock(pausedUntil)}` : 'paused'
  return state === 'open' && probeAt !== null ? `open until ${clock(probeAt)}` : state
}

function limitOf({ requestsPerMinute, burst, quota, quotaLeft }: SourceView): string {
  const rate = requestsPerMinute === null ? [] : [`${requestsPerMinute}/min, burst ${burst}`]
  return [...rate, ...(quota === null ? [] : [`${quotaLeft} of ${quota}/day`])].join(', ') || 'none'
}

function clock(at: Date): string {
  return at.toISOString().replace('T', ' ').slice(0, 19)
}
