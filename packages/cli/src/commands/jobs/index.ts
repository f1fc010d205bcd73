import type { CommandGroup } from '../../command.ts'
import { cancel } from './cancel.ts'
import { list } from './list.ts'
import { retry } from './retry.ts'
import { show } from './show.ts'

export const jobs: CommandGroup = {
  name: 'jobs',
  summary: 'look at jobs, run them now, cancel them',
  commands: [list, show, retry, cancel],
}
