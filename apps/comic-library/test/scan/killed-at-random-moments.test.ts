import { expect, test } from 'vitest'
import { brokenPromises, libraryState } from '../support/library-state.ts'
import { comic } from '../support/plain-archives.ts'
import { scanBench } from '../support/scan-bench.ts'

const bench = scanBench()
const { database, write, move, remove, scan } = bench
const kills = 50

/** The same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const names = ['Batman', 'BATMAN', 'bat-man', 'Saga', 'Über', 'U\u0308ber', 'Black  Science', 'Ōoku']

/** A disk lists a folder in the order in which it was filled, or in none. */
function fillFolder(order: 'as counted' | 'backwards' = 'as counted'): void {
  for (let n = 0; n < 420; n++) {
    const i = order === 'backwards' ? 419 - n : n
    const name = names[i % names.length]!
    const info = i % 11 === 0 ? 'corrupt' : i % 3 === 0 ? {} : { series: name, number: String(i), publisher: 'DC' }
    write(`${name} (${2011 + (i % 5)})/${name} ${i}.cbz`, comic(info, String(i)))
  }
  write('Loose 1.cbz', comic())
  write('book.pdf', 'pdf')
}

function changeFolder(): void {
  for (let i = 0; i < 420; i += 7) {
    const name = names[i % names.length]!
    const path = `${name} (${2011 + (i % 5)})/${name} ${i}.cbz`
    if (i % 21 === 0) remove(path)
    else if (i % 2 === 0) move(path, `Moved ${i % 4}/${name} ${i}.cbz`)
    else write(path, comic({ series: `New ${i % 3}` }, String(i)))
  }
}

/** Scans, killed within so many moments, until one comes through; always the same run, as the engine has it. How often it was killed. */
async function scanKilled(random: () => number, moments: number): Promise<number> {
  const run = bench.nextRun()
  for (let killed = 0; ; killed++) {
    let left = killed < kills ? 1 + Math.ceil(random() * moments) : Number.POSITIVE_INFINITY
    const moment = () => {
      if (--left <= 0) throw new Error('killed')
    }
    const ended = await scan({ moment }, run).then(
      () => true,
      (error: Error) => {
        if (error.message !== 'killed') throw error
        return false
      },
    )
    expect(await brokenPromises(database)).toEqual({ duplicateSeries: 0, emptySeries: 0, miscounted: 0 })
    if (ended) return killed
  }
}

async function countMoments(work: (moment: () => void) => Promise<unknown>): Promise<number> {
  let count = 0
  await work(() => {
    count++
  })
  return count
}

test(`killed at ${kills} random moments a scan ends in the state of one that was left alone, for any order of the disk`, async () => {
  fillFolder()
  const first = await countMoments((moment) => scan({ moment }))
  const whole = await libraryState(database)
  changeFolder()
  const second = await countMoments((moment) => scan({ moment }))
  const changed = await libraryState(database)
  expect(changed).not.toEqual(whole)

  const random = randomFrom(7)
  for (let killed = 0; killed < kills; ) {
    bench.remove('')
    fillFolder('backwards')
    await bench.forget()
    killed += await scanKilled(random, first / 6)
    expect(withoutTimes(await libraryState(database))).toEqual(withoutTimes(whole))
    changeFolder()
    killed += await scanKilled(random, second / 6)
    expect(withoutTimes(await libraryState(database))).toEqual(withoutTimes(changed))
  }
})

/** The folder was written anew in between: its files have other times. */
function withoutTimes(state: Awaited<ReturnType<typeof libraryState>>) {
  return { ...state, files: state.files.map(({ mtime_ns: _, ...file }) => file) }
}
