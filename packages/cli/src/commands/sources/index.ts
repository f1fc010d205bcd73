import type { GroupBody } from '../../command.ts'
import { close } from './close.ts'
import { list } from './list.ts'
import { pause } from './pause.ts'
import { resume } from './resume.ts'
import { set } from './set.ts'

export const sources: GroupBody = {
  commands: [list, set, pause, resume, close],
}
