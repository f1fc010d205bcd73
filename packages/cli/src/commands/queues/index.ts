import type { CommandGroup } from '../../command.ts'
import { list } from './list.ts'
import { pause } from './pause.ts'
import { resume } from './resume.ts'

export const queues: CommandGroup = {
  name: 'queues',
  summary: 'look at queues, pause them, let them go on',
  commands: [list, pause, resume],
}
