import type { Command } from '../command.ts'
import { appsOption, logOptions } from '../up/options.ts'
import { runUp } from '../up/run-up.ts'

export const upOptions = [
  appsOption,
  { flags: '--workers <n>', text: 'so many processes that work, restarted when they die; without, this one works' },
  { flags: '--host <address>', text: 'where the server listens; 127.0.0.1 when left out' },
  { flags: '--port <n>', text: 'on which port; PORT or 8787 when left out, 0 for any' },
  ...logOptions,
]

export const up: Command = {
  name: 'up',
  summary: 'run everything: database, migrations, workers and server',
  options: upOptions,
  examples: [
    ['pawl up', 'all there is, in one process'],
    ['pawl up --workers 4', 'and four processes that work'],
    ['pawl up --workers 0 --host 0.0.0.0', 'the server alone; workers run elsewhere'],
  ],
  endsItself: true,
  run: runUp,
}
