import { vi } from 'vitest'
import { sourceArgs } from './source-options.mjs'

// Files share a process, so that what comes from packages is loaded once. Our own modules are evaluated anew for each of them: a
// hook that is set where a module begins must be set for each file, and nothing that one file has left behind is seen by the next.
vi.resetModules()

// Vitest loads sources in this process. A process that a source starts needs our loader, and finds it where `fork` looks for options.
for (const arg of sourceArgs) if (!process.execArgv.includes(arg)) process.execArgv.push(arg)
