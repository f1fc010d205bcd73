import path from 'node:path'
import type { CommandBody, CommandContext } from '../command.ts'
import { hidePassword } from '../config/hide-password.ts'
import { exitCode } from '../exit-code.ts'
import { frame } from '../top/frame.ts'
import { Screen } from '../top/screen.ts'
import { type Snapshot, takeSnapshot } from '../top/snapshot.ts'
import { untilTold } from '../up/until-told.ts'

const defaultSeconds = 2
const historyLength = 120

export const top: CommandBody = {
  options: [
    { flags: '--once', text: 'print it once and end; so it is where nobody looks' },
    { flags: '--every <seconds>', text: `look so often; ${defaultSeconds} when left out`, kind: 'number' },
    { flags: '--json', text: 'print it once, as an object' },
  ],
  examples: [
    ['pawl top', 'what is going on'],
    ['pawl top --once > now.txt', 'what was going on'],
  ],
  endsItself: true,
  async run(context) {
    const { options, terminal, print } = context
    const isLive = terminal.isPrintSeen && terminal.isSaySeen && options.once !== true && options.json !== true
    if (isLive) return watch(context)
    const snapshot = await takeSnapshot(await context.pawl())
    if (options.json === true) print(JSON.stringify(snapshot, null, 2))
    else {
      const columns = terminal.isPrintSeen ? { columns: terminal.size().columns } : {}
      const parts = { database: await databaseText(context), history: [endedPerMinute(snapshot)] }
      for (const line of frame(snapshot, { ...parts, ...columns, colours: terminal.colours })) print(line)
    }
    return exitCode.done
  },
}

async function watch(context: CommandContext): Promise<number> {
  const { terminal, options } = context
  const everyMs = Math.max(0.2, Number(options.every ?? defaultSeconds)) * 1_000
  const [pawl, database] = [await context.pawl(), await databaseText(context)]
  const telling = untilTold(context.env)
  let quit = () => {}
  const isQuit = new Promise<'quit'>((resolve) => {
    quit = () => resolve('quit')
  })
  const screen = new Screen(terminal, quit)
  const history: number[] = []
  screen.open()
  try {
    for (;;) {
      const snapshot = await takeSnapshot(pawl)
      history.push(endedPerMinute(snapshot))
      const { colours } = terminal
      const shown = { database, history: history.slice(-historyLength), colours, hint: 'q quits' }
      screen.show(frame(snapshot, { ...shown, ...terminal.size() }))
      const wait = new Promise<'look'>((resolve) => setTimeout(resolve, everyMs, 'look').unref())
      if ((await Promise.race([wait, isQuit, telling.told])) !== 'look') return exitCode.done
    }
  } finally {
    screen.close()
    telling.forget()
  }
}

function endedPerMinute({ queues }: Snapshot): number {
  return queues.reduce((sum, { perMinute }) => sum + perMinute, 0)
}

async function databaseText(context: CommandContext): Promise<string> {
  const { url, isEmbedded } = await context.session()
  if (!isEmbedded) return hidePassword(url)
  const { dataDir } = (await context.project()).settings
  return `embedded PostgreSQL in ${path.relative(process.cwd(), dataDir.value) || '.'}`
}
