import type { GroupBody } from '../../command.ts'
import { fire } from './fire.ts'
import { list } from './list.ts'
import { pause } from './pause.ts'
import { resume } from './resume.ts'

export const schedules: GroupBody = {
  commands: [list, pause, resume, fire],
}
