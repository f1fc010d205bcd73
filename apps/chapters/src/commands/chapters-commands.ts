import type { AppCommand } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { addCommand } from './add.ts'
import { feedCommand } from './feed.ts'
import { libraryCommand } from './library.ts'
import { listCommand } from './list.ts'
import { mergeCommand } from './merge.ts'
import { pauseCommand } from './pause.ts'
import { pollCommand } from './poll.ts'
import { readCommand } from './read.ts'
import { readersCommand } from './readers.ts'
import { removeCommand } from './remove.ts'
import { resumeCommand } from './resume.ts'
import { showCommand } from './show.ts'
import { vapidKeysCommand } from './vapid-keys.ts'

/** All that `pawl chapters` can do. */
export const chaptersCommands = (api: ApiOptions): readonly AppCommand[] => [
  ...[addCommand(api), listCommand, showCommand, pauseCommand, resumeCommand, pollCommand(api), removeCommand],
  ...[mergeCommand(api), feedCommand, readersCommand, libraryCommand, readCommand, vapidKeysCommand],
]
