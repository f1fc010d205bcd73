import path from 'node:path'
import type { CommandBody, CommandContext } from '../command.ts'
import { exitCode } from '../exit-code.ts'
import { upOptions } from '../up/options.ts'
import { howItEnded, SupervisedProcess } from '../up/supervised-process.ts'
import { untilTold } from '../up/until-told.ts'
import { watchFolder } from '../up/watch-folder.ts'

/** More than its workers take to hand back what they run. */
const stopNowMs = 20_000

export const dev: CommandBody = {
  options: upOptions,
  examples: [['pawl dev', 'while you write jobs']],
  endsItself: true,
  async run(context) {
    const telling = untilTold(context.env)
    const folder = await watchedFolder(context)
    let isChanged = false
    let running: SupervisedProcess | undefined
    let wake = () => {}
    const watcher = watchFolder(folder, (file) => {
      context.say(`${file} has changed: starting again`)
      isChanged = true
      running?.stop()
      wake()
    })
    void telling.told.then(() => {
      running?.stop()
      wake()
    })
    telling.onAgain(() => running?.stopNow(stopNowMs))
    try {
      while (!telling.isTold()) {
        isChanged = false
        running = new SupervisedProcess({ args: ['up', ...upArgs(context)], env: { ...context.env } })
        const ended = await running.ended
        running = undefined
        if (isChanged || telling.isTold()) continue
        context.say(`pawl up ${howItEnded(ended)}: waiting for a file to change`)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    } finally {
      watcher.close()
      telling.forget()
    }
    return exitCode.done
  },
}

/** A configuration that cannot be read now may be mended by the next change. */
async function watchedFolder(context: CommandContext): Promise<string> {
  const { file } = await context.project().catch(() => ({ file: undefined }))
  return file === undefined ? process.cwd() : path.dirname(file)
}

/** As they were given: `up` understands the same. */
function upArgs({ options }: CommandContext): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    return value === undefined || value === false ? [] : value === true ? [flag] : [flag, String(value)]
  })
}
