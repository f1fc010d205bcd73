import type { CommandGroup } from '../../command.ts'
import { discard } from './discard.ts'
import { list } from './list.ts'
import { replay } from './replay.ts'
import { show } from './show.ts'

export const dead: CommandGroup = {
  name: 'dead',
  summary: 'look at jobs that will not run again by themselves, replay or discard them',
  commands: [list, show, replay, discard],
}
