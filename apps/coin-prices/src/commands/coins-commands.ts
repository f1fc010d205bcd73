import type { AppCommand } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { addCommand } from './add.ts'
import { alertsCommand } from './alerts.ts'
import { editCommand, sellCommand } from './change.ts'
import { excludeCommand } from './exclude.ts'
import { exportCommand } from './export.ts'
import { importCommand, importPricesCommand } from './import.ts'
import { listCommand } from './list.ts'
import { lookUpCommand } from './look-up.ts'
import { readersCommand } from './readers.ts'
import { removeCommand } from './remove.ts'
import { showCommand } from './show.ts'
import { sourcesCommand } from './sources.ts'
import { valueCommand } from './value.ts'
import { watchCommand } from './watch.ts'

/** All that is under `pawl coins`. */
export function coinsCommands(api: ApiOptions): readonly AppCommand[] {
  return [
    addCommand(api),
    lookUpCommand(api),
    importCommand,
    importPricesCommand(api),
    listCommand,
    showCommand,
    valueCommand(api),
    editCommand,
    sellCommand,
    removeCommand,
    excludeCommand(api),
    exportCommand,
    alertsCommand(api),
    watchCommand,
    readersCommand,
    sourcesCommand,
  ]
}
