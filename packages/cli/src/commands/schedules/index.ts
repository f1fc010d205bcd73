import type { CommandGroup } from '../../command.ts'
import { fire } from './fire.ts'
import { list } from './list.ts'
import { pause } from './pause.ts'
import { resume } from './resume.ts'

export const schedules: CommandGroup = {
  name: 'schedules',
  summary: 'look at schedules, pause them, fire them by hand',
  commands: [list, pause, resume, fire],
}
