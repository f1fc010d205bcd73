import type { GroupBody } from '../../command.ts'
import { discard } from './discard.ts'
import { list } from './list.ts'
import { replay } from './replay.ts'
import { show } from './show.ts'

export const dead: GroupBody = {
  commands: [list, show, replay, discard],
}
