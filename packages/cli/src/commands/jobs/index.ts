import type { GroupBody } from '../../command.ts'
import { cancel } from './cancel.ts'
import { list } from './list.ts'
import { run } from './run.ts'
import { show } from './show.ts'

export const jobs: GroupBody = {
  commands: [list, show, run, cancel],
}
