import type { AppCommand } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { addCommand } from './add.ts'
import { bulkCommand } from './bulk.ts'
import { cancelCommand } from './cancel.ts'
import { compareCommand } from './compare.ts'
import { deleteCommand } from './delete.ts'
import { listCommand } from './list.ts'
import { rerunCommand } from './rerun.ts'
import { retryCommand } from './retry.ts'
import { shareCommand } from './share.ts'
import { showCommand } from './show.ts'

/** All that `pawl site-reports` can do. */
export const reportCommands = (parts: ApiOptions): readonly AppCommand[] => [
  ...[addCommand(parts), listCommand, showCommand(parts), bulkCommand(parts), compareCommand(parts)],
  ...[cancelCommand(parts), retryCommand(parts), deleteCommand(parts), shareCommand(parts), rerunCommand(parts)],
]
