import type { AppLive } from '@pawl/app'
import { bar } from './terminal/bar.ts'
import { LiveRegion } from './terminal/live-region.ts'
import type { Terminal } from './terminal/terminal.ts'

/** What an application draws on this terminal while a command of its own takes long. */
export function appLive(terminal: Terminal): AppLive {
  const region = new LiveRegion(terminal)
  return {
    isSeen: terminal.isSaySeen,
    show: (lines) => region.show(lines),
    say: (line) => region.say(line),
    bar,
    end: () => region.end(),
  }
}
