import { createPawl, type Pawl, type PipelineView, pictureText, type RunView, type StageProgress } from 'pawl'
import type { Command } from '../command.ts'

type Shown = PipelineView & { readonly stages?: readonly StageProgress[]; readonly runs?: readonly RunView[] }

const defaultRuns = 5

export const pipelines: Command = {
  name: 'pipelines',
  summary: 'draw pipelines, with their items by stage, or their runs and how far they have come',
  args: '[NAME]',
  flags: {
    json: { type: 'boolean', text: 'print a JSON array of pipelines' },
    runs: { type: 'string', text: `how many runs of each; ${defaultRuns} when left out` },
  },
  async run({ url, args, flags, print, say }) {
    const [name, ...more] = args
    const runs = Number(flags.runs ?? defaultRuns)
    if (more.length > 0 || !Number.isInteger(runs) || runs < 1) {
      say(
        more.length > 0 ? `pawl pipelines takes one name; got '${args.join(' ')}'` : '--runs must be a number above 0',
      )
      return 2
    }
    const pawl = createPawl({ url, jobs: [] })
    try {
      const known = await pawl.pipelines.list()
      const wanted = name === undefined ? known : known.filter((each) => each.name === name)
      if (name !== undefined && wanted.length === 0) {
        say(`there is no pipeline '${name}'; there are: ${known.map((each) => each.name).join(', ') || 'none'}`)
        return 1
      }
      const shown: Shown[] = []
      for (const view of wanted) shown.push(await look(pawl, view, runs))
      if (flags.json === true) print(JSON.stringify(shown, null, 2))
      else if (shown.length === 0) say('no pipeline has been declared yet: a worker does that when it starts')
      else print(shown.map(text).join('\n\n'))
      return 0
    } finally {
      await pawl.stop()
    }
  },
}

async function look(pawl: Pawl, view: PipelineView, limit: number): Promise<Shown> {
  const { name } = view
  if (view.picture.kind === 'stages') return { ...view, stages: await pawl.pipelines.stages(name) }
  return { ...view, runs: await pawl.pipelines.runs({ pipeline: name, limit }) }
}

function text({ picture, stages = [], runs = [] }: Shown): string {
  const counts = stages.map(({ line, perSecond, leftMs }) => {
    const rate = perSecond === null ? '' : `, ${perSecond}/s`
    return `  ${line}${rate}${leftMs ? `, ${Math.ceil(leftMs / 1000)} s left` : ''}`
  })
  return [pictureText(picture), ...counts, ...runs.flatMap(runLines)].join('\n')
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

function clock(at: Date): string {
  return at.toISOString().replace('T', ' ').slice(0, 19)
}
