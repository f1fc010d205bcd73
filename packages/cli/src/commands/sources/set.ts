import type { LimitChange } from 'pawl'
import { CliError } from '../../cli-error.ts'
import type { Command, OptionValues } from '../../command.ts'
import { exitCode } from '../../exit-code.ts'
import { operate } from '../../operate.ts'

export const set: Command = {
  name: 'set',
  summary: 'change the limits of a source for all workers; until the code says something else than before',
  args: ['<source>'],
  options: [
    { flags: '--per-minute <n>', text: "requests a minute, or 'none'" },
    { flags: '--burst <n>', text: 'how many of them at once', kind: 'number' },
    { flags: '--quota <n>', text: "requests in a period (a day, unless the source says a month), or 'none'" },
    { flags: '--class <name>', text: 'of this class of cost' },
    { flags: '--json', text: 'print the source as it is then' },
  ],
  examples: [['pawl sources set mangadex --per-minute 60 --burst 5', 'they have asked us to slow down']],
  async run(context) {
    const { args, options, print } = context
    const [name = ''] = args
    const change = changeOf(options)
    if (Object.keys(change).filter((key) => key !== 'class').length === 0) {
      throw new CliError(exitCode.usage, 'pawl sources set needs --per-minute, --burst or --quota')
    }
    const operation = { what: 'source.limit', on: name, details: change }
    await operate(context, operation, (pawl) => pawl.sources.limit(name, change))
    if (options.json === true) print(JSON.stringify(await (await context.pawl()).sources.get(name), null, 2))
    else print(`the limits of ${name} are changed`)
    return exitCode.done
  },
}

function changeOf(options: OptionValues): LimitChange {
  const given = {
    requestsPerMinute: numberOrNone('--per-minute', options.perMinute),
    burst: options.burst,
    quota: numberOrNone('--quota', options.quota),
    class: options.class,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** Null takes the limit away. */
function numberOrNone(flag: string, given: OptionValues[string]): number | null | undefined {
  if (given === undefined || given === 'none') return given === undefined ? undefined : null
  const number = Number(given)
  if (String(given).trim() !== '' && Number.isFinite(number)) return number
  throw new CliError(exitCode.usage, `${flag} must be a number, or 'none'; got '${given}'`)
}
