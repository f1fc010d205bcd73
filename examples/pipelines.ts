import { openDatabase } from '@pawl/embedded'
import {
  createPawl,
  defineJob,
  definePhases,
  defineStages,
  drawPipeline,
  phase,
  pictureText,
  type StageItem,
  stage,
} from 'pawl'
import { z } from 'zod'

/** Stages: each site goes from queue to queue. Moving on is one transaction: result, row and the next stage's job. */
const report = defineStages(
  'site-report',
  [
    stage('website-analysis', {
      startRate: { limit: 3, perMs: 1_000 }, // over all processes; the three may start together
      run: ({ input }: StageItem<{ url: string }>) => ({ words: input.url.split(/\W+/) }),
    }),
    stage('prompt-forming', {
      run: ({ results }) =>
        `Describe a site of ${(results['website-analysis'] as { words: string[] }).words.join(', ')}`,
    }),
    stage('model-analysis', {
      slots: 2,
      run: ({ results }) => `"${results['prompt-forming']}" – a fine one`,
      write: (tx, answer, { item }) =>
        tx.query('insert into example_report (site, text) values ($1, $2)', [item, answer]),
    }),
  ],
  { input: z.object({ url: z.url() }) },
)

type File = { readonly id: number; readonly path: string }
const columns = ['title', 'cover'] as const

/** Phases: each passes over the files of a library that it has not done yet, in batches, and continues after any kill. */
const scan = definePhases(
  'library-scan',
  columns.map((column) =>
    phase<File, string>(column, {
      undone: async (tx, library, { after, limit }) =>
        (
          await tx.query(
            `select id, path from example_file where library = $1 and ${column} is null and id > coalesce($2::int, 0) order by id limit $3`,
            [library, after, limit],
          )
        ).rows as File[],
      count: async (tx, library) =>
        (await tx.query(`select count(*)::int n from example_file where library = $1 and ${column} is null`, [library]))
          .rows[0].n,
      work: ({ path }) => `${column} of ${path}`,
      async write(tx, done) {
        const set = `update example_file set ${column} = $2 where id = $1`
        for (const { row, result } of done) await tx.query(set, [row.id, result])
      },
      parallel: 4,
      label: `Reading the ${column}`,
      unit: 'files',
    }),
  ),
  { subjectsAtOnce: 1 },
)

const tables = defineJob({
  type: 'example.tables',
  body: z.object({}),
  run: (job) =>
    job.commit(async (tx) => {
      await tx.query('create table example_report (site text primary key, text text not null)')
      await tx.query('create table example_file (id int primary key, library text, path text, title text, cover text)')
      await tx.query(`insert into example_file select n, 'comics', 'issue-' || n from generate_series(1, 250) n`)
    }),
})

const database = await openDatabase()
const pawl = createPawl({ url: database.url, jobs: [tables], pipelines: [report, scan] })
await pawl.migrate()
await pawl.enqueue(tables, {})
await pawl.drain({ keepOpen: true })
for (const pipeline of [report, scan]) console.log(pictureText(drawPipeline(pipeline)))

for (const site of ['example.org', 'example.com']) await pawl.pipelines.submit(report, site, { url: `https://${site}` })
await pawl.pipelines.start(scan, 'comics')
await pawl.drain({ keepOpen: true }) // a server would call pawl.start() and keep running

for (const { line } of await pawl.pipelines.stages(report)) console.log(line)
console.log((await pawl.pipelines.get(report, 'example.org'))?.results['model-analysis'])
for (const { line } of (await pawl.pipelines.get(scan, 'comics'))?.phases ?? []) console.log(line)
await pawl.stop()
await database.stop()
