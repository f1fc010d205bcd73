import { createPawl, type PhasesDefinition } from 'pawl'
import { expect, test } from 'vitest'
import { scanOf } from '../../src/api/scan-of.ts'
import { comicLibrary } from '../../src/index.ts'
import { type ComicLibraryOptions, comicLibrarySettings } from '../../src/options.ts'
import { libraryScan } from '../../src/phases/library-scan.ts'
import { comic, plainArchives } from '../support/plain-archives.ts'
import { scanBench } from '../support/scan-bench.ts'

const bench = scanBench()
const { database, write } = bench
const { sql } = database
const [files, series] = [450, 250]

/** Each figure that a reader of the tables could have seen, by the phase that it is of. */
const record = `
  create table seen (id bigint generated always as identity, phase text not null, done bigint not null);
  create function note_phase() returns trigger language plpgsql as
    $$ begin insert into public.seen (phase, done) values (new.phase, new.done); return null; end $$;
  create function note_found() returns trigger language plpgsql as
    $$ begin insert into public.seen (phase, done) values ('found', new.files_found); return null; end $$;
  create trigger note after insert or update on pawl.pipeline_phase for each row execute function note_phase();
  create trigger note after update of files_found on comic_library.scan for each row execute function note_found()`

async function largestSteps(): Promise<Record<string, number>> {
  const rows = await sql(`
    select phase, max(step)::int as step from (
      select phase, done - lag(done, 1, 0) over (partition by phase order by id) as step from public.seen
    ) s group by phase`)
  await sql('truncate public.seen')
  return Object.fromEntries(rows.map(({ phase, step }) => [phase, step]))
}

test('a scan has batches of 100 rows and of 20 covers, and options for others', () => {
  const sizes = (options: ComicLibraryOptions) => {
    const [scan] = comicLibrary(options).pipelines as [PhasesDefinition]
    // a page of the walk has room for a path that differs in two ways
    return scan.phases.map(({ name, batch }) => (name === 'discovery' ? batch - 1 : batch))
  }
  expect(sizes({})).toEqual([100, 100, 100, 100, 20])
  expect(sizes({ batch: { discovery: 1, metadata: 2, series: 3, linking: 4, covers: 5 } })).toEqual([1, 2, 3, 4, 5])
  expect(() => comicLibrary({ batch: { linking: 0 } })).toThrow('batch.linking')
})

test('every phase renews its progress at least every hundred rows, and says how many there are', async () => {
  await database.pool.query(`set search_path = public; ${record}`)
  for (let n = 0; n < files; n++) write(`Lantern ${n % series} (2016)/Lantern ${n}.cbz`, comic({}, String(n)))
  const settings = comicLibrarySettings({})
  const scan = libraryScan({ settings, archives: plainArchives(), covers: bench.covers })
  const pawl = createPawl({ url: database.url, jobs: [], pipelines: [scan], worker: { pollMs: 50 }, migrate: false })
  try {
    await pawl.start()
    const scanOnce = async () => {
      await pawl.result((await pawl.pipelines.start(scan, bench.id)).job)
      return (await scanOf({ pawl, db: database.pool }, { scan }, Number(bench.id)))!
    }
    const { phases } = await scanOnce()
    expect(phases.map(({ phase, done, total }) => [phase, done, total])).toEqual([
      ['discovery', files, null],
      ['metadata', files, files],
      ['series', series, series],
      ['linking', files, files],
      ['covers', files, files],
    ])
    const steps = await largestSteps()
    for (const phase of ['found', 'metadata', 'series', 'linking', 'covers']) {
      expect(steps[phase], phase).toBeGreaterThan(0)
      expect(steps[phase], phase).toBeLessThanOrEqual(100)
    }
    // nothing differs, so that no batch is written: the walk alone
    expect((await scanOnce()).counts).toMatchObject({ filesFound: files, filesNew: 0 })
    expect((await largestSteps()).found).toBeLessThanOrEqual(100)
  } finally {
    await pawl.stop({ graceMs: 0 })
  }
})
