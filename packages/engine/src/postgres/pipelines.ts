import type { PipelinePicture } from '../pipeline/draw-pipeline.ts'
import { camelCase } from './jobs.ts'
import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

/** A pipeline that a worker has declared. */
export type PipelineView = { readonly name: string; readonly picture: PipelinePicture; readonly declaredAt: Date }

/** What an item or a run is doing. */
export type WorkState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

const declare = statement('pipeline_declare')
const list = statement('pipeline_list')

export async function declarePipeline(runner: Runner, picture: PipelinePicture): Promise<void> {
  await runner.run(declare, [picture.name, JSON.stringify(picture)])
}

export async function listPipelines(runner: Runner): Promise<PipelineView[]> {
  return (await runner.run(list)).map((row) => camelCase<PipelineView>(row))
}
