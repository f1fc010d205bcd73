import { type ReaderOptions, readerLoops } from './reader-loops.ts'

/** Reads a server in loops until its parent sends `end`, and then sends what came of it. */
const options = JSON.parse(process.argv[2]!) as ReaderOptions
const ending = new AbortController()
process.on('message', () => ending.abort())
process.on('disconnect', () => process.exit(1))
const tally = await readerLoops(options, ending.signal)
process.send?.(tally, () => process.exit())
