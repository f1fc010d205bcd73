import type { Pawl, PipelineView, RunView, StageProgress } from 'pawl'
import { CliError } from '../cli-error.ts'
import type { CommandBody } from '../command.ts'
import { exitCode } from '../exit-code.ts'
import { suggest } from '../suggest.ts'
import { clock } from '../terminal/clock.ts'

type Shown = PipelineView & { readonly stages?: readonly StageProgress[]; readonly runs?: readonly RunView[] }

const defaultRuns = 5

export const pipelines: CommandBody = {
  args: ['[pipeline]'],
  options: [
    { flags: '--runs <n>', text: `how many runs of each; ${defaultRuns} when left out`, kind: 'number' },
    { flags: '--json', text: 'print an array of pipelines' },
  ],
  examples: [
    ['pawl pipelines', 'all of them'],
    ['pawl pipelines library-scan --runs 1', 'how far the scan has come'],
  ],
  async run({ args: [name], options, print, say, pawl }) {
    const { runs = defaultRuns } = options as { runs?: number }
    if (!Number.isInteger(runs) || runs < 1)
      throw new CliError(exitCode.usage, `--runs must be a whole number above 0; got ${runs}`)
    const engine = await pawl()
    const known = await engine.pipelines.list()
    const wanted = name === undefined ? known : known.filter((each) => each.name === name)
    if (name !== undefined && wanted.length === 0) {
      const names = known.map((each) => each.name)
      const hint = suggest(name, names) || `; there are: ${names.join(', ') || 'none'}`
      throw new CliError(exitCode.notFound, `there is no pipeline '${name}'${hint}`)
    }
    const shown: Shown[] = []
    for (const view of wanted) shown.push(await look(engine, view, runs))
    if (options.json === true) print(JSON.stringify(shown, null, 2))
    else if (shown.length === 0) say('no pipeline has been declared yet: a worker does that when it starts')
    else {
      const { pictureText } = await import('pawl')
      print(shown.map((each) => text(each, pictureText(each.picture))).join('\n\n'))
    }
    return exitCode.done
  },
}

async function look(pawl: Pawl, view: PipelineView, limit: number): Promise<Shown> {
  const { name } = view
  if (view.picture.kind === 'stages') return { ...view, stages: await pawl.pipelines.stages(name) }
  return { ...view, runs: await pawl.pipelines.runs({ pipeline: name, limit }) }
}

function text({ stages = [], runs = [] }: Shown, picture: string): string {
  const counts = stages.map(({ line, perSecond, leftMs }) => {
    const rate = perSecond === null ? '' : `, ${perSecond}/s`
    return `  ${line}${rate}${leftMs ? `, ${Math.ceil(leftMs / 1000)} s left` : ''}`
  })
  return [picture, ...counts, ...runs.flatMap(runLines)].join('\n')
}

function runLines({ id, subject, state, startedAt, endedAt, phases }: RunView): string[] {
  const when = endedAt !== null ? ` at ${clock(endedAt)}` : startedAt !== null ? ` since ${clock(startedAt)}` : ''
  return [
    `  run ${id} over ${subject}: ${state}${when}`,
    ...phases.map(({ line, finishedAt, perSecond, leftMs, skipped }) => {
      const rate = perSecond === null ? '' : `, ${perSecond}/s`
      const left = finishedAt !== null || leftMs === null ? '' : `, ${Math.ceil(leftMs / 1000)} s left`
      return `    ${line}${skipped > 0 ? `, ${skipped} left alone` : ''}${rate}${left}`
    }),
  ]
}
