import { defaultArchiveLimits } from '../../../src/archive/archive-limits.ts'
import { ReaderProcess } from '../../../src/archive/reader-process.ts'

// A parent whose child is busy for ever: it says who the child is, and waits to be killed.
const reader = new ReaderProcess(defaultArchiveLimits, process.argv[2]!)
await reader.run({ kind: 'inspect', path: 'answers' }, 60_000)
void reader.run({ kind: 'inspect', path: 'hangs' }, 600_000)
console.log(reader.pid)
