import type { AppCommand } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { addCommand } from './add.ts'
import { changeCommand } from './change.ts'
import { coverCommand } from './cover.ts'
import { librariesCommand } from './libraries.ts'
import { listCommand } from './list.ts'
import { mergeCommand } from './merge.ts'
import { readCommand } from './read.ts'
import { readersCommand } from './readers.ts'
import { readingCommand } from './reading.ts'
import { removeCommand } from './remove.ts'
import { scanCommand } from './scan.ts'
import { showCommand } from './show.ts'
import { skippedCommand } from './skipped.ts'
import { splitCommand } from './split.ts'
import { watchCommand } from './watch.ts'

/** All that `pawl comics` can do. */
export const comicsCommands = (api: ApiOptions): readonly AppCommand[] => [
  ...[addCommand, scanCommand(api), watchCommand(api), librariesCommand, changeCommand, removeCommand, skippedCommand],
  ...[listCommand, showCommand, mergeCommand, splitCommand, coverCommand],
  ...[readersCommand(api), readingCommand, readCommand],
]
