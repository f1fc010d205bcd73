import type { CommandGroup } from '../../command.ts'
import { close } from './close.ts'
import { list } from './list.ts'
import { pause } from './pause.ts'
import { resume } from './resume.ts'
import { set } from './set.ts'

export const sources: CommandGroup = {
  name: 'sources',
  summary: 'look at outside services, change their limits, pause them',
  commands: [list, set, pause, resume, close],
}
