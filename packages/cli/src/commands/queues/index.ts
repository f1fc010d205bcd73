import type { GroupBody } from '../../command.ts'
import { list } from './list.ts'
import { pause } from './pause.ts'
import { resume } from './resume.ts'

export const queues: GroupBody = {
  commands: [list, pause, resume],
}
